import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideInAddress } from '#main/assistant/agent/mcp/hidden-address.ts';
import { redactValues } from '#main/assistant/agent/mcp/secret-values.ts';

describe('the address of a tool server, as it is shown', () => {
  it('is its origin and its path, without who signs in, query, and parts that look like keys', () => {
    const shown = [
      ['https://a.example/mcp', 'https://a.example/mcp'],
      ['https://a.example', 'https://a.example'],
      ['https://me:pw@a.example/mcp', 'https://••••••••@a.example/mcp'],
      ['https://a.example/mcp?key=1#x', 'https://a.example/mcp?••••••••#••••••••'],
      ['https://a.example/s/sk-0123456789/mcp', 'https://a.example/s/••••••••/mcp'],
      ['https://a.example/s/AbCdEfGhIjKl/mcp', 'https://a.example/s/••••••••/mcp'],
      ['http://127.0.0.1:8080/streamable-http', 'http://127.0.0.1:8080/streamable-http'],
    ];
    for (const [address = '', expected] of shown) expect(hideInAddress(address)).toBe(expected);
  });

  it('stays the same when it is hidden once more, and its query and what it hides are cut out of errors', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.stringMatching(/^[A-Za-z0-9]{12}7$/),
        (address, key) => {
          const hidden = hideInAddress(address);
          expect(hideInAddress(hidden)).toBe(hidden);
          const url = `https://u:${key}@a.example/${key}?k=${key}`;
          expect(hideInAddress(url)).not.toContain(key);
          const said = redactValues(`no ${key} at ${url}`, { kind: 'http', url });
          expect(said).not.toContain(key);
        },
      ),
    );
  });
});
