"""The admin pages for the person who runs the place."""
