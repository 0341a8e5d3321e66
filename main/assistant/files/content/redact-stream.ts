/** Takes secrets out of content of any length. */
import { redactSecrets } from './redact.ts';

/** Enough for any secret but a private key, which may take more and is waited for. */
const window = 64 * 1024;
const maxKeyLength = 48 * 1024;
const keyStart = '-----BEGIN ';
const keyEnd = 'PRIVATE KEY';

export type Redactor = {
  push(bytes: Buffer): Buffer;
  end(): Buffer;
  readonly found: number;
};

/** Where `text` may be cut so that no secret is torn; 0 to wait for more. */
const safeCut = (text: string): number => {
  const line = text.lastIndexOf('\n') + 1;
  // An unbroken run longer than any secret is no secret.
  const cut = line > 0 ? line : text.length - 1024;
  const begin = text.lastIndexOf(keyStart, cut);
  const open =
    begin >= 0 &&
    text.length - begin < maxKeyLength &&
    !text.slice(begin, cut).includes('-----END');
  return open && text.slice(begin, begin + 80).includes(keyEnd) ? begin : cut;
};

/**
 * Redacts content of any length in a window of constant size. Bytes are taken one by one (latin1), so that what is
 * not UTF-8 passes unchanged.
 */
export const createRedactor = (): Redactor => {
  let pending = '';
  let found = 0;
  const emit = (text: string): Buffer => {
    const redacted = redactSecrets(text);
    found += redacted.found;
    return Buffer.from(redacted.text, 'latin1');
  };
  return {
    push(bytes) {
      pending += bytes.toString('latin1', 0, bytes.length);
      if (pending.length < window) return Buffer.alloc(0);
      const cut = safeCut(pending);
      if (cut <= 0) return Buffer.alloc(0);
      const ready = pending.slice(0, cut);
      pending = pending.slice(cut);
      return emit(ready);
    },
    end() {
      const rest = emit(pending);
      pending = '';
      return rest;
    },
    get found() {
      return found;
    },
  };
};
