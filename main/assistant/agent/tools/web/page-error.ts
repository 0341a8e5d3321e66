/** Why a page could not be read; `code` and message are for the model. */
export class PageError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'PageError';
    this.code = code;
  }
}
