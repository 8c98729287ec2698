// The 52 cards come once a finger is on the page: nobody needs them before a round can be typed.

const address = () => document.getElementById("picker")?.dataset.script;
const come = () => import(address());

export const pickCards = (input) => come().then((cards) => cards.pickCards(input));

addEventListener("pointerdown", () => address() && come().catch(() => {}), { once: true });
