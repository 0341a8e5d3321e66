import { describe, expect, it } from 'vitest';
import { egressCsv, egressJson } from '#renderer/features/egress/egress-file.ts';
import type { EgressEntry } from '#shared/domain/egress.ts';

const entry: EgressEntry = {
  ...{ egressId: '7', at: 0, endedAt: 1500, purpose: 'run', projectId: 'p,"1"', method: 'POST' },
  ...{ origin: 'https://models.example', bytes: 12, addressBytes: 3, tokens: null },
  ...{ sha256: 'ab', assemblyId: null, status: 200, outcome: 'answered' },
};

describe('the ledger as a file', () => {
  it('is a line of names and a line a request, as spreadsheets read them [B12]', () => {
    expect(egressCsv([entry]).split('\r\n')).toEqual([
      'at,purpose,projectId,origin,method,status,outcome,bytes,addressBytes,tokens,sha256,assemblyId,endedAt',
      '1970-01-01T00:00:00.000Z,run,"p,""1""",https://models.example,POST,200,answered,12,3,,ab,,1970-01-01T00:00:01.500Z',
      '',
    ]);
  });

  it('is the same entries as JSON [B12]', () => {
    expect(JSON.parse(egressJson([entry]))).toEqual([entry]);
  });
});
