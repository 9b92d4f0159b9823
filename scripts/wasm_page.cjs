// Tests the page of web/ in Chromium: moves by mouse and keyboard, answers, undo, the signature. It saves
// screenshots in the folder given as first argument. With `picture` as second argument, it takes the
// README's picture instead.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const { createServer } = require("node:http");
const { extname, join, normalize } = require("node:path");
const { chromium } = require("playwright-core");

const root = join(__dirname, "..");
const pictures = process.argv[2];
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

const server = createServer((request, response) => {
  const path = normalize(request.url.replace(/\?.*/, "")).replace(/\/$/, "/index.html");
  try {
    const body = readFileSync(join(root, "web", path));
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});

async function main() {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  let checks = 0;
  try {
    if (process.argv[3] === "picture") return await picture(browser, address);
    for (const [kind, width, height] of [["desktop", 1180, 900], ["phone", 390, 844]]) {
      const page = await browser.newPage({ viewport: { width, height } });
      const troubles = [];
      page.on("console", (message) => ["error", "warning"].includes(message.type()) && troubles.push(message.text()));
      page.on("pageerror", (error) => troubles.push(String(error)));
      page.on("requestfailed", (request) => troubles.push(`failed: ${request.url()}`));
      page.on("request", (request) => request.url().startsWith(address) || request.url().startsWith("data:")
        || troubles.push(`a request to another server: ${request.url()}`));
      checks += await visit(page, address, kind);
      assert.deepEqual(troubles, []);
      await page.close();
    }
  } finally {
    await browser.close();
    server.close();
  }
  console.log(`${checks} passed, 0 failed`);
}

// Plays a few moves against the page and saves docs/page.png.
async function picture(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 760 } });
  await page.goto(address);
  const mine = () => page.waitForFunction(`document.querySelector("#status").textContent.endsWith("Your move.")`);
  await mine();
  for (const point of ["E5", "C3", "G7", "C6", "F3", "D7", "G5", "D4", "F6", "E3"]) {
    if (await page.locator(`[data-point="${point}"]`).count()) continue;
    const [column, row] = ["ABCDEFGHJ".indexOf(point[0]), point[1] - 1];
    const box = await page.locator("#board").boundingBox();
    await page.locator("#board").click({ position: { x: (0.1 + 0.1 * column) * box.width, y: (0.9 - 0.1 * row) * box.height } });
    await page.waitForFunction(`document.querySelector('[data-point="${point}"]') !== null`);
    await mine();
  }
  await page.screenshot({ path: join(root, "docs", "page.png"), fullPage: true });
}

async function visit(page, address, kind) {
  let checks = 0;
  const check = async (what, holds) => {
    try {
      await page.waitForFunction(holds, undefined, { timeout: 60000 });
    } catch (error) {
      await page.screenshot({ path: join(pictures, `failed-${kind}.png`), fullPage: true });
      throw new Error(`${kind}: this did not happen: ${what} (status: ${await page.textContent("#status")})\n${error.message}`);
    }
    checks++;
  };
  const stones = (count) => `document.querySelectorAll(".stone").length === ${count}`;
  const click = async (column, row) => {
    const box = await page.locator("#board").boundingBox();
    await page.locator("#board").click({ position: { x: (0.1 + 0.1 * column) * box.width, y: (0.9 - 0.1 * row) * box.height } });
  };
  const mine = `document.querySelector("#status").textContent.endsWith("Your move.")`;

  await page.goto(address);
  await check("it is the user's move", mine);
  await check("the player is small", `parseFloat(document.querySelector("#title-memory").textContent) < 64`);
  await click(4, 4);
  await check("the move is on the board", `document.querySelector('[data-point="E5"]') !== null`);
  await check("it answers", `${stones(2)} && ${mine}`);
  await check("it shows its analysis", `document.querySelectorAll("#best li").length === 5 && /Black \\d+ %/.test(document.querySelector("#chances").textContent)`);
  await check("the analysis is on the board", `document.querySelectorAll(".hint").length > 0`);
  await click(4, 4);
  await check("an occupied point is refused", `document.querySelector("#status").textContent.includes("is occupied")`);
  await click(2, 6);
  await check("it answers again", `${stones(4)} && ${mine}`);
  await page.screenshot({ path: join(pictures, `${kind}.png`), fullPage: true });
  const wide = await page.evaluate("document.documentElement.scrollWidth <= innerWidth");
  assert.ok(wide, `${kind}: the page is not wider than the screen`);
  await page.click("#undo");
  await check("undo takes back both moves", `${stones(2)} && ${mine}`);
  await page.focus("#board");
  for (const key of ["ArrowLeft", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await check("the keyboard plays", `${stones(4)} && ${mine}`);
  await page.click("#pass");
  await check("after a pass it moves", mine);

  // The other side, and the strong player with 'Play now'.
  await page.selectOption("#strength", "strong");
  await page.check("input[value='1']");
  await page.click("#new button");
  await check("it thinks", `!document.querySelector("#now").hidden && document.querySelectorAll("#best li").length > 0`);
  await page.click("#now");
  await check("it plays at once", `${stones(1)} && ${mine}`);
  await check("this player takes more memory", `document.querySelector("#title-memory").textContent.includes("MiB")`);

  // A new game and an undo while it thinks.
  await page.check("input[value='0']");
  await page.click("#new button");
  await check("a new board", `${stones(0)} && ${mine}`);
  await click(3, 3);
  await check("it thinks about the move", `!document.querySelector("#now").hidden`);
  await page.click("#undo");
  await check("undo stops it", `${stones(0)} && ${mine} && document.querySelector("#now").hidden`);

  // Against itself, to the end.
  await page.selectOption("#strength", "beginner");
  await page.check("input[value='none']");
  await page.click("#new button");
  await check("the game ends", `/^(Black|White) (wins by [\\d.]+ points.*|resigns: (Black|White) wins)\\.$/.test(document.querySelector("#status").textContent)`);

  await page.click("summary");
  await page.click("#sign");
  const signature = readFileSync(join(root, "crates/cairn-arena/src/signature.txt"), "utf8").trim();
  await check("the signature is the program's", `document.querySelector("#signature").textContent === "${signature}"`);
  await page.screenshot({ path: join(pictures, `${kind}-end.png`), fullPage: true });
  return checks;
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
