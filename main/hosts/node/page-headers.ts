/**
 * What a page of Fabula may do, the same in the window and in the browser: its own files and nothing else.
 * @param nonce lets the editor add its style element; new for every page
 */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** Headers of every answer, whatever it holds. */
export const protectiveHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
} as const;

/** The policy of a worker that calls this host and does nothing else. */
export const callingPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** The policy of an answer that is no page: it may do nothing. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Tells the page its nonce where libraries look for it: `<meta property="csp-nonce" nonce="…">`.
 * @throws Error when the page has no head
 */
export const withNonce = (html: string, nonce: string): string => {
  const head = /<head(?:\s[^>]*)?>/i.exec(html);
  if (!head) throw new Error('The page has no <head>.');
  const end = head.index + head[0].length;
  return `${html.slice(0, end)}<meta property="csp-nonce" nonce="${nonce}">${html.slice(end)}`;
};
