import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { launchChromium } from '#tests/helpers/chromium.ts';
import { enterPage } from '#tests/helpers/enter-page.ts';
import { type Served, serveFabula } from '#tests/helpers/serve.ts';
import { word } from './pages/words.ts';

let folder: string;
let served: Served;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fabula-web-'));
  served = await serveFabula(path.join(folder, 'data'), ['--sample', 'en']);
  browser = await launchChromium();
});

beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});

afterEach(() => context.close());

afterAll(async () => {
  await browser.close();
  await served.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

const callFromPage = (): Promise<number> =>
  page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('fabula-session')}`;
    const headers = { authorization };
    const response = await fetch('/rpc/projects%3Alist', { method: 'POST', headers, body: '{}' });
    return response.status;
  });

describe('the page in a browser', () => {
  it('opens with the printed address, keeps to its policy and shows no token', async () => {
    await enterPage(page, served);
    expect(page.url()).toBe(`${served.url}/`);
    await page.locator('#root > *').first().waitFor();
    expect(await callFromPage()).toBe(200);
    expect(complaints).toEqual([]);
    expect(await page.content()).not.toContain(served.token);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await page.reload();
    expect(await callFromPage()).toBe(200);
  });

  it('goes on to the place its address asks for', async () => {
    await page.goto(`${served.url}/?sample=zh-CN#token=${served.token}&chapter`);
    expect(page.url()).toBe(`${served.url}/?sample=zh-CN#chapter`);
  });

  it('is let in by its one-time code, once, also in a second tab, and keeps no cookie', async () => {
    await page.goto(served.opening);
    await page.locator('#root > *').first().waitFor();
    await page.waitForFunction(() => localStorage.getItem('fabula-session') !== null);
    expect([page.url(), await callFromPage()]).toEqual([`${served.url}/`, 200]);
    expect(await context.cookies()).toEqual([]);
    const tab = await context.newPage();
    await tab.goto(served.url);
    expect(await callFromPage()).toBe(200);
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(served.opening);
    await stranger.locator('#root > *').first().waitFor();
    expect(await stranger.evaluate(() => localStorage.getItem('fabula-session'))).toBeNull();
  });

  it('hears events through its session', async () => {
    await enterPage(page, served);
    const heard = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const session = localStorage.getItem('fabula-session');
          const source = new EventSource(`/events?token=${session}`);
          // Others change settings too, and may be heard first.
          source.addEventListener('settings:changed', ({ data }) => {
            if (JSON.parse(data).settings.theme === 'dark') resolve(data);
          });
          source.addEventListener('open', () => {
            void fetch('/rpc/settings%3Aupdate', {
              method: 'POST',
              headers: { authorization: `Bearer ${session}` },
              body: '{"theme":"dark"}',
            });
          });
        }),
    );
    expect(JSON.parse(heard)).toMatchObject({ settings: { theme: 'dark' } });
  });

  it.each(['an exception', 'a promise'])(
    'tells of %s that nothing in the page was ready for [F17]',
    async (kind) => {
      await enterPage(page, served);
      await page.locator('.page-text').waitFor();
      await page.evaluate((thrown) => {
        const failure = new Error('nobody is ready for this');
        if (thrown === 'a promise') void Promise.reject(failure);
        else
          setTimeout(() => {
            throw failure;
          });
      }, kind);
      const told = page.locator('.top-bar');
      await told.getByText(word('en', 'errors:INTERNAL.what')).waitFor();
      expect(complaints.join()).toContain('nobody is ready for this');
    },
  );

  it('is refused to a page of another program on this machine', async () => {
    await enterPage(page, served);
    // The same machine and so the same cookies, another port: what a hostile page would have.
    let sent = '';
    const hostile = createServer((request, response) => {
      sent += request.headers.cookie ?? '';
      response.setHeader('content-type', 'text/html').end('<p>hostile</p>');
    });
    hostile.listen(0, '127.0.0.1');
    await once(hostile, 'listening');
    const neighbour = await context.newPage();
    await neighbour.goto(
      `http://127.0.0.1:${z.object({ port: z.number() }).parse(hostile.address()).port}/`,
    );
    const outcome = await neighbour.evaluate(async (url) => {
      const attempt = (options: RequestInit) =>
        fetch(`${url}/rpc/projects%3Alist`, { method: 'POST', body: '{}', ...options }).then(
          ({ type, status }) => `${type} ${status}`,
          () => 'blocked',
        );
      return [
        await attempt({ credentials: 'include' }),
        await attempt({ credentials: 'include', mode: 'no-cors' }),
      ];
    }, served.url);
    hostile.close();
    expect([outcome, sent]).toEqual([['blocked', 'blocked'], '']);
    // The browser hides whether it was let in; the log does not.
    const log = await readFile(path.join(folder, 'data', 'logs', 'web.log'), 'utf8');
    expect(log.match(/request of a foreign page refused/g)).toHaveLength(2);
  });

  // The last one: it starts the program anew.
  it('lets a page of an earlier start do nothing', async () => {
    await enterPage(page, served);
    const { port } = new URL(served.url);
    await served.stop();
    served = await serveFabula(path.join(folder, 'data'), ['--port', port]);
    expect(await callFromPage()).toBe(401);
  });
});
