import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AddressPolicy } from '#main/assistant/agent/tools/web/address-of.ts';
import { isPublicAddress } from '#main/assistant/agent/tools/web/addresses.ts';
import { type MachineWorld, openMachineWorld, openView } from '#tests/helpers/machine-world.ts';

let world: MachineWorld;
let server: Server;
let port: number;
let asked: { url: string; host: string }[];
let pages: Record<string, RequestListener>;

/** Loopback stands for the public web; everything else stays as it is. */
const loopbackIsPublic: AddressPolicy = {
  resolve: async (host) => [
    { address: host.endsWith('.private.example') ? '10.0.0.1' : '127.0.0.1', family: 4 },
  ],
  isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
};

const html =
  (markup: string): RequestListener =>
  (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(markup);
  };
const to =
  (location: string): RequestListener =>
  (_request, response) => {
    response.writeHead(302, { location }).end();
  };
const address = (path: string, host = 'book.example'): string => `http://${host}:${port}${path}`;
const read = (url: string, more: object = {}) => world.run('web_read', { url, ...more });

beforeEach(async () => {
  world = openMachineWorld({ machine: { addressPolicy: loopbackIsPublic } });
  asked = [];
  pages = {};
  server = createServer((request, response) => {
    const { url = '', headers } = request;
    asked.push({ url, host: headers.host ?? '' });
    const page = pages[url] ?? ((_, answer) => answer.writeHead(404).end());
    page(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await world.close();
});

describe('web_read', () => {
  it('answers a page in parts, never offloaded, and says where to read on [S1-10]', async () => {
    const body = Array.from({ length: 3000 }, (_, index) => `第${index}句。`).join('');
    pages['/book'] = html(`<title>书</title><p>${body}</p>`);
    const first = await read(address('/book'), { limit: 5_000 });
    expect(first.text).toContain(`书\n${address('/book')}\n\n第0句。`);
    expect(first.text).toMatch(
      new RegExp(`Characters 0 to 5000 of ${body.length}. Read on with offset 5000.\\]$`),
    );
    let whole = '';
    let offset: number | null = 0;
    while (offset !== null) {
      const part = await read(address('/book'), { offset, limit: 7_001 });
      whole += part.text.split('\n').slice(3, -2).join('\n');
      offset = typeof part.data.nextOffset === 'number' ? part.data.nextOffset : null;
    }
    expect(whole).toBe(body);
    // Once for each reading from the beginning.
    expect(asked).toHaveLength(2);
    expect(asked[0]?.host).toBe(`book.example:${port}`);
    expect(first.contextRefs).toBeUndefined();
    expect(world.logs).toEqual([]);
  });

  it('never splits a character at the border of two parts', async () => {
    pages['/emoji'] = html(`<p>${'🏮'.repeat(10)}</p>`);
    const result = await read(address('/emoji'), { limit: 5 });
    expect(result.data).toMatchObject({ start: 0, end: 4, head: '🏮🏮' });
    expect((await read(address('/emoji'), { offset: 4, limit: 1 })).data).toMatchObject({ end: 6 });
  });

  it('follows redirects, each checked anew, and no more than five [S1]', async () => {
    pages['/a'] = to('/b');
    pages['/b'] = to(address('/c', 'other.example'));
    pages['/c'] = html('<p>arrived</p>');
    const result = await read(address('/a'));
    expect(result.text).toContain(`${address('/c', 'other.example')}\n\narrived`);
    pages['/round'] = to('/round');
    expect((await read(address('/round'))).error?.code).toBe('TOO_MANY_REDIRECTS');
    expect(asked.filter(({ url }) => url === '/round')).toHaveLength(6);
  });

  it.each([
    ['http://10.0.0.1/', 'ADDRESS_REFUSED'],
    ['http://[::ffff:127.0.0.1]/', 'ADDRESS_REFUSED'],
    ['http://169.254.169.254/latest/meta-data', 'ADDRESS_REFUSED'],
    ['http://wiki.private.example/', 'ADDRESS_REFUSED'],
    ['file:///etc/passwd', 'URL_INVALID'],
    ['http://u:p@book.example/', 'URL_INVALID'],
  ])('refuses a redirect to %s [S1]', async (location, code) => {
    pages['/a'] = to(location);
    const result = await read(address('/a'));
    expect(result.error?.code).toBe(code);
  });

  it('connects to the address it checked, whatever the name means later [S1]', async () => {
    let looks = 0;
    const rebinding = openMachineWorld({
      machine: {
        addressPolicy: {
          ...loopbackIsPublic,
          resolve: async () => {
            looks += 1;
            return [{ address: looks === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
          },
        },
      },
    });
    pages['/a'] = html('<p>pinned</p>');
    expect((await rebinding.run('web_read', { url: address('/a') })).text).toContain('pinned');
    expect(looks).toBe(1);
    await rebinding.close();
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1'])(
    'refuses this machine as %s under the policy that ships [S1]',
    async (host) => {
      const shipped = openMachineWorld();
      pages['/'] = html('<p>secret</p>');
      const result = await shipped.run('web_read', { url: address('/', host) });
      expect(result.error?.code).toBe('ADDRESS_REFUSED');
      expect(asked).toEqual([]);
      await shipped.close();
    },
  );

  it('unpacks what is packed, and bounds what it unpacks to', async () => {
    const packed =
      (encoding: string, body: Buffer): RequestListener =>
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': encoding });
        response.end(body);
      };
    pages['/gzip'] = packed('gzip', gzipSync('春天'));
    pages['/br'] = packed('br', brotliCompressSync('夏天'));
    pages['/bomb'] = packed('gzip', gzipSync(Buffer.alloc(50_000_000)));
    pages['/broken'] = packed('gzip', Buffer.from('not packed at all'));
    expect((await read(address('/gzip'))).text).toContain('春天');
    expect((await read(address('/br'))).text).toContain('夏天');
    expect((await read(address('/bomb'))).error?.code).toBe('PAGE_TOO_LARGE');
    expect((await read(address('/broken'))).error?.code).toBe('PAGE_UNREACHABLE');
  });

  it('says in a code why a page is not read', async () => {
    pages['/large'] = html('x'.repeat(5 * 1024 * 1024 + 1));
    pages['/image'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end('png');
    };
    pages['/cut'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100' });
      response.write('half');
      setTimeout(() => response.destroy(), 20);
    };
    expect((await read(address('/large'))).error?.code).toBe('PAGE_TOO_LARGE');
    expect((await read(address('/image'))).error).toMatchObject({ code: 'PAGE_NOT_TEXT' });
    expect((await read(address('/cut'))).error?.code).toBe('PAGE_UNREACHABLE');
    expect((await read(address('/missing'))).error?.message).toContain('404');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect((await read(address('/large'))).error?.code).toBe('PAGE_UNREACHABLE');
  });

  it('ends with the turn [F14]', async () => {
    pages['/slow'] = () => world.stop();
    await expect(read(address('/slow'))).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('asks leave for the host, and keeps back what fences keep back', async () => {
    const { permission } = world.tool('web_read');
    expect(permission?.({ url: address('/x') }, { projectId: 'p1', view: openView })).toEqual({
      kind: 'web',
      rule: `book.example:${port}`,
    });
    expect(
      permission?.({ url: 'https://A.example/x' }, { projectId: 'p1', view: openView }),
    ).toEqual({
      kind: 'web',
      rule: 'a.example',
    });
    pages['/a'] = html('<p>金丝雀</p>');
    const view = { ...openView, redact: () => ({ text: '[kept back]', redacted: 1 }) };
    const result = await world.run('web_read', { url: address('/a') }, { view });
    expect(JSON.stringify(result)).not.toContain('金丝雀');
  });
});
