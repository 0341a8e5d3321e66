import { request } from 'node:http';

export type RawAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/** One HTTP request with full say over its headers, Host among them. */
export const rawHttp = (
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<RawAnswer> => {
  const target = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: target.hostname,
        port: target.port,
        // As written: `new URL` would tidy `..` away.
        path: url.slice(target.origin.length) || '/',
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
        // A connection of its own: nothing is left over for the next request.
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    asked.once('error', reject);
    asked.end(options.body);
  });
};
