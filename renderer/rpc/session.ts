/** What lets this page in. It is kept by origin, so that no other port of this machine is ever sent it. */

/** What of the browser is needed; `Window` fits. */
export type SessionPage = Pick<Window, 'location' | 'history' | 'localStorage'>;

export type Session = {
  /** Headers of a call. */
  headers(): Promise<Record<string, string>>;
  /** Query of the stream of events, which can have no headers. */
  query(): Promise<string>;
};

const kept = 'fabula-session';
const given = /^#(code|token)=([\w-]+)/;

/** Trades what the address brought for a secret of this page's own; null when it is not taken. */
const exchange = async (kind: string, value: string): Promise<string | null> => {
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [kind]: value }),
  });
  if (!response.ok) return null;
  const reply: { value?: { session?: unknown } } = await response.json();
  const session = reply.value?.session;
  return typeof session === 'string' ? session : null;
};

/** Takes code or token out of the address at once, whatever becomes of it: neither stays in the history. */
export const createSession = (page: SessionPage): Session => {
  const { location, history, localStorage } = page;
  const [brought, kind = '', value = ''] = given.exec(location.hash) ?? [];
  if (brought !== undefined) {
    const rest = location.hash.slice(brought.length).replace(/^[#&]/, '#');
    history.replaceState(history.state, '', `${location.pathname}${location.search}${rest}`);
  }
  const trade = async (): Promise<void> => {
    if (brought === undefined) return;
    const session = await exchange(kind, value);
    if (session !== null) localStorage.setItem(kept, session);
  };
  // A server that cannot be reached shows itself in the next call.
  const ready = trade().catch(() => undefined);
  const secret = async (): Promise<string | null> => {
    await ready;
    return localStorage.getItem(kept);
  };
  return {
    async headers() {
      const session = await secret();
      return session === null ? {} : { authorization: `Bearer ${session}` };
    },
    async query() {
      const session = await secret();
      return session === null ? '' : `?token=${encodeURIComponent(session)}`;
    },
  };
};
