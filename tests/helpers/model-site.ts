/** A site of published models on loopback: real HTTP, what it says and how it fails is scripted. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export const revision = 'a'.repeat(40);

const gitBlob = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

export type ModelSite = {
  url: string;
  /** Method and path of every request, and the range it asked for. */
  asked: string[];
  /** Changed by a test: what goes wrong from now on. */
  faults: {
    /** So many bytes of the model's file, then the connection breaks. */
    breakAfter: number | null;
    /** A redirect of the model's file leads here. */
    astray: string | null;
    /** One byte of the model's file is another one. */
    isDamaged: boolean;
    /** The site begins anew whatever range is asked for. */
    ignoresRange: boolean;
    status: number | null;
  };
  close(): Promise<void>;
};

/** `files` of a folder, as a site with large-file storage has them: the model's own lies at another address. */
export const startModelSite = async (
  folder: string,
  { name = 'team/small', licence = 'mit' as string | null, left = [] as string[] } = {},
): Promise<ModelSite> => {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const place = path.join(entry.parentPath, entry.name);
        return [path.relative(folder, place).split(path.sep).join('/'), readFileSync(place)];
      }),
  );
  for (const one of left) files.delete(one);
  const asked: string[] = [];
  const faults: ModelSite['faults'] = {
    ...{ breakAfter: null, astray: null, isDamaged: false, ignoresRange: false, status: null },
  };
  const siblings = [...files].map(([rfilename, bytes]) => ({
    ...{ rfilename, size: bytes.length, blobId: gitBlob(bytes) },
    ...(rfilename.endsWith('.onnx') && {
      lfs: { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length },
    }),
  }));
  const sendFile = (response: ServerResponse, file: string, range: string | undefined): void => {
    const whole = Buffer.from(files.get(file) ?? '');
    const isModel = file.endsWith('.onnx');
    if (isModel && faults.isDamaged) whole[whole.length - 1] = 255 - (whole.at(-1) ?? 0);
    const from = faults.ignoresRange ? 0 : Number(/bytes=(\d+)-/u.exec(range ?? '')?.[1] ?? 0);
    const bytes = whole.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length });
    if (isModel && faults.breakAfter !== null) {
      response.write(bytes.subarray(0, faults.breakAfter), () => response.destroy());
    } else response.end(bytes);
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site');
    const { range } = request.headers;
    asked.push(`${request.method} ${pathname}${range === undefined ? '' : ` ${range}`}`);
    if (faults.status !== null) return response.writeHead(faults.status).end();
    if ([`/api/models/${name}`, `/api/models/${name}/revision/${revision}`].includes(pathname)) {
      const cardData = licence === null ? null : { license: licence };
      return response.end(JSON.stringify({ id: name, sha: revision, cardData, siblings }));
    }
    const [, file = ''] = pathname.split(`/${name}/resolve/${revision}/`);
    if (pathname.startsWith('/stored/')) {
      return sendFile(response, pathname.slice('/stored/'.length), range);
    }
    if (!files.has(file)) return response.writeHead(404).end();
    if (!file.endsWith('.onnx')) return sendFile(response, file, range);
    response.writeHead(302, { location: faults.astray ?? `/stored/${file}` }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    faults,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
