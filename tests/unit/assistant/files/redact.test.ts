import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactSecrets } from '#main/assistant/files/content/redact.ts';
import { createRedactor } from '#main/assistant/files/content/redact-stream.ts';

/** Put together here, so that no scanner takes this file for a leak. */
const made = (prefix: string, length: number): string =>
  prefix + 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY'.repeat(20).slice(0, length);
const privateKey = `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${'MIIEow'.repeat(200)}\n-----END RSA ${'PRIVATE'} KEY-----`;

const secrets: [string, string][] = [
  ['OpenAI', made('sk-proj-', 40)],
  ['Anthropic', made('sk-ant-api03-', 60)],
  ['GitHub', made('ghp_', 36)],
  ['GitHub fine-grained', made('github_pat_', 70)],
  ['GitLab', made('glpat-', 20)],
  ['AWS', `AKIA${'ABCD1234EFGH5678'}`],
  ['Google', made('AIza', 35)],
  ['Slack', `xoxb-${'123456789012'}-${'abcdefABCDEF'}`],
  ['Stripe', made(`sk_${'live'}_`, 24)],
  ['npm', made('npm_', 36)],
  ['Hugging Face', made('hf_', 34)],
  ['JWT', `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiIxMjM0NTY3ODkwIn0'}.${'dozjgNryP4J3jVmNHl0w5N'}`],
];

describe('redaction (S0 decisions)', () => {
  it.each(secrets)('takes out a key of %s and leaves its surroundings [S0-16]', (_, secret) => {
    const { text, found } = redactSecrets(`before ${secret} after\n钥匙是${secret}。`);
    expect(found).toBe(2);
    expect(text).not.toContain(secret);
    expect(text).toMatch(/^before \[redacted [a-z ]+\] after\n钥匙是\[redacted [a-z ]+\]。$/);
  });

  it.each([
    ['a private key', privateKey, /^\[redacted private key\]$/],
    [
      'a header',
      `Authorization: Bearer ${made('', 30)}`,
      /^Authorization: Bearer \[redacted authorisation\]$/,
    ],
    [
      'a URL',
      'postgres://admin:hunter2@db.example.com/x',
      /^postgres:\/\/admin:\[redacted password\]@db\.example\.com\/x$/,
    ],
    ['a variable', 'export DB_PASSWORD=hunter2!', /^export DB_PASSWORD=\[redacted secret\]$/],
    [
      'JSON',
      `{"api_key": "${made('', 20)}", "user": "ann"}`,
      /^\{"api_key": "\[redacted secret\]", "user": "ann"\}$/,
    ],
  ])('takes the secret of %s and keeps what names it [S0-16]', (_, text, expected) => {
    expect(redactSecrets(text).text).toMatch(expected);
  });

  it.each([
    '“The password,” she said, “is swordfish: remember it.”',
    'Password: Rosencrantz. He wrote it on the wall.',
    'Her secret: she had never read the token of his affection.',
    'a risk-taking, desk-bound, task-oriented and altogether mask-wearing clerk',
    'sk-ating-on-thin-ice-and-other-winter-sports',
    '密码：芝麻开门。她把钥匙交给了他，token 也好，secret 也罢。',
    '口令是“天王盖地虎”，对曰“宝塔镇河妖”。',
    '他说：“key=命运，password=爱情。”',
    'AKIA is how the child spelled Akita.',
    'He signed it Bearer of bad news, and Basic instincts did the rest.',
    'See https://example.com:8080/path@home and mailto:someone@example.com',
    'SECRET MEETING TONIGHT. TOKEN OF ESTEEM. KEY LARGO.',
    'eyJustNow.eyJelly.beans',
    '-----BEGIN CHAPTER-----\nIt was a dark night.\n-----END CHAPTER-----',
    '"password": "short"',
    '"token": "the-quick-brown-fox-jumps"',
    'commit 4f943ec0a1b2c3d4e5f60718293a4b5c6d7e8f90',
  ])('leaves prose alone: %s [S0-16]', (prose) => {
    expect(redactSecrets(prose)).toEqual({ text: prose, found: 0 });
  });

  it('finds the same secrets in a stream, however it is cut [S0-16]', () => {
    const lines = Array.from(
      { length: 6000 },
      (_, index) => `第 ${index} 行 plain text of no interest`,
    );
    for (const [index, [, secret]] of secrets.entries())
      lines[index * 400 + 7] = `key ${secret} end`;
    lines[5001] = privateKey;
    const whole = Buffer.from(lines.join('\n'));
    const expected = redactSecrets(whole.toString('latin1'));
    expect(expected.found).toBe(secrets.length + 1);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 8 }),
        (cuts) => {
          const redactor = createRedactor();
          const out: Buffer[] = [];
          for (let start = 0, turn = 0; start < whole.length; turn += 1) {
            const length = cuts[turn % cuts.length] ?? 1;
            // Single bytes throughout would take minutes and show no more.
            const size = Math.max(length, 2_000);
            out.push(redactor.push(whole.subarray(start, start + size)));
            start += size;
          }
          out.push(redactor.end());
          expect(redactor.found).toBe(expected.found);
          expect(Buffer.concat(out).toString('latin1')).toBe(expected.text);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('passes bytes that are no text unchanged [S0-08]', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const redactor = createRedactor();
        const out = Buffer.concat([redactor.push(Buffer.from(bytes)), redactor.end()]);
        expect(out.equals(Buffer.from(bytes))).toBe(true);
      }),
    );
  });
});
