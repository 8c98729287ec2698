"""A table page of few lines that is right, and what makes it wrong when it is added."""

STYLE = """
* { box-sizing: border-box; margin: 0; padding: 0 }
html { color: #000; background: #fff }
@media (prefers-color-scheme: dark) { html { color: #fff; background: #000 } }
a { color: inherit }
button { color: #000; background: #ddd }
main { position: fixed; top: 0; right: 0; bottom: 0; left: 0; overflow-x: hidden; overflow-y: auto }
main, .stage, [data-part=sheet] { display: flex; flex-direction: column }
h1, button, input { font: 16px/24px sans-serif }
button { min-width: 48px; min-height: 48px }
[data-part=top], [data-part=tools], [data-part=bar] { display: flex }
h1 { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.stage { position: relative; flex: 1; min-height: 0 }
[data-part=sheet] { flex: 1; min-height: 0; flex-direction: column-reverse; overflow-y: auto }
[data-round] { position: relative; flex: none; display: block; height: 32px }
[data-question] { position: absolute; right: 0; bottom: 0; left: 0; display: flex }
[data-part=heads] { display: flex }
[data-part=heads] div { flex: 1 }
[data-seat] { display: block; width: 100%; height: 60px; text-align: center }
.name, .balance { display: block; height: 24px; line-height: 24px }
.name { overflow: hidden }
[data-part=feet] { position: relative; display: block; height: 44px }
input { position: absolute; width: 100%; height: 100%; opacity: 0 }
.say { position: absolute; width: 1px; height: 1px; overflow: hidden }
[data-part=strip] { height: 44px }
[data-part=bar] button { flex: 1 }
"""

HEAD = """<div>
<button data-seat="{0}"><span class="name">{1}</span><span class="balance">+1.250</span></button>
<label data-part="feet"><input type="checkbox"><span class="say">{1} </span>cóng</label>
</div>"""

LINE = '<a data-round="{0}" href="#round">{0} <svg width="12" height="12"></svg> +2.000</a>'

RIGHT = f"""<!doctype html><html lang="vi"><title>Bàn</title><style>{STYLE}</style>
<main>
<div class="stage">
<header data-part="top"><h1>Nhà bác Sáu Lành ở cuối xóm trên, ngày cuối năm</h1></header>
<div data-part="sheet">{"".join(LINE.format(number) for number in range(12, 0, -1))}</div>
<section data-question="chat">
<button data-answer="heo">heo đỏ</button><button data-answer="tu-quy">tứ quý</button>
<button aria-label="Đóng">✕</button>
</section>
</div>
<div data-part="heads">{HEAD.format(1, "Ế")}{HEAD.format(2, "Lan")}</div>
<p data-part="strip">Ế → Lan 2.000</p>
<div data-part="tools"><button data-tool="chat">Chặt</button></div>
<div data-part="bar"><button data-record>Ghi ván 13</button></div>
</main>"""

TOAST = '<p style="position: fixed; background: #ff0; {}">Đã ghi</p>'
VEIL = '<p style="position: fixed; bottom: 0; width: 100%; height: 90px; {}"></p>'
WIDE = '<p style="position: absolute; top: 0; width: 2000px; height: 1px"></p>'


def css(text: str) -> str:
    return f"<style>{text}</style>"
