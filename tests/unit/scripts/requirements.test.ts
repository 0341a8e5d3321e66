import { describe, expect, it } from 'vitest';
import { compareRequirements } from '../../../scripts/check/requirements.ts';

const table = '| S3-09 | Retrieved gives way. |\n| N3 | Fences. |\n| S3 | A section. |\n';
const compare = (name: string, text: string) => compareRequirements(table, [{ name, text }]);

describe('requirement IDs', () => {
  it('fails on one that the table does not explain, with its place', () => {
    expect(compare('main/a.ts', '// fine (N3)\n// not so (S3-99)\n').complaints).toEqual([
      'main/a.ts:2: docs/requirements.md does not explain S3-99',
    ]);
  });

  it('counts those that no test names; a source does not test, and a section needs none', () => {
    expect(compare('main/a.ts', '// (N3)').untested).toEqual(['S3-09', 'N3']);
    expect(compare('tests/unit/a.test.ts', "it('holds [N3 S3-09]')").untested).toEqual([]);
  });

  it('takes no other words for one: hashes, versions, hexadecimal digits', () => {
    expect(compare('main/a.ts', 'utf8-F7x E0041 0xN3 v1.N9 F-12').complaints).toEqual([]);
  });

  it('fails on an ID that is explained twice', () => {
    expect(compareRequirements(`${table}| N3 | Again. |\n`, []).complaints).toEqual([
      'docs/requirements.md explains N3 twice',
    ]);
  });
});
