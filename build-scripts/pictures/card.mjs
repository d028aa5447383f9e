// The picture of a link in chats and networks: the pictures of PCA and TRIP from the page, with the name.
import { withOpening } from './opening.mjs';

/** Width and height in pixels, as web/site/hosted-head.ts states them. */
const [width, height] = [1200, 630];
const side = 420;

const style = `
  body { width: ${width}px; height: ${height}px; background: #fbfaf7; color: #1b242b; font: 26px/1.35 system-ui, sans-serif }
  main { display: grid; grid-template-columns: 1fr ${side}px; gap: 48px; align-items: center; height: 100%; padding: 0 56px }
  h1 { font-size: 62px; line-height: 1.08; letter-spacing: -0.02em; margin-bottom: 22px }
  p { color: #5a656d }
  b { color: #00684a }
  img { display: block; border-radius: 14px }
  .cloud { position: relative; width: 190px; border: 1px solid #dcd8cf }
  .row { display: flex; gap: 22px; align-items: center; margin-top: 34px; font-size: 23px; color: #5a656d }
  .found { width: ${side}px; border: 3px solid #00684a }
`;

/** The pictures of these methods as PNG in addresses. */
const paintings = (browser, methods) =>
  withOpening(browser, { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 }, (page) =>
    page.evaluate(
      (names) => names.map((name) => document.querySelector(`[data-method="${name}"] canvas`).toDataURL()),
      methods,
    ),
  );

/** The card as { file, image }. */
export async function card(browser) {
  const [cloud, found] = await paintings(browser, ['pca', 'trip']);
  const html = `<style>${style}</style><body><main>
    <div>
      <h1>Find the plane that matters</h1>
      <p><b>TRIP</b> learns a linear projection together with a small neural network, live in your browser.</p>
      <div class="row"><img class="cloud" src="${cloud}"><span>The same 100 variables<br>in the plane of PCA,<br>and in TRIP’s →</span></div>
    </div>
    <img class="found" src="${found}">
  </main>`;
  return { file: 'web/site/public/card.png', image: await browser.paint(html, width, height) };
}
