/** Serves the interface to windows under a scheme of its own. */
import { protocol, type Session } from 'electron';
import { createRendererFiles } from '../node/renderer-files.ts';
import { isOwnAddress, pageAddress, scheme } from './own-page.ts';

/** Gives our scheme the rights of a secure origin. Must run before the app is ready. */
export const declarePageScheme = (): void => {
  protocol.registerSchemesAsPrivileged([
    {
      scheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
};

/** Serves the built interface to the window, with the headers it has in the browser. */
export const servePage = (session: Session, renderer: string): void => {
  const files = createRendererFiles(renderer);
  session.protocol.handle(scheme, async (request) => {
    if (!isOwnAddress(request.url, pageAddress) || request.method !== 'GET') {
      return new Response(null, { status: 404 });
    }
    const { status, headers, body } = await files.answer(
      new URL(request.url).pathname,
      request.headers.get('if-none-match'),
    );
    return new Response(status === 304 ? null : new Uint8Array(body), { status, headers });
  });
};
