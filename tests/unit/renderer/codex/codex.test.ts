import { describe, expect, it } from 'vitest';
import { type Entity, entityDefaults } from '#shared/domain/knowledge.ts';
import {
  draftOf,
  emptyDraft,
  newDetail,
  readDraft,
  withAlias,
  withEnd,
} from '#renderer/features/codex/draft.ts';
import { codexLines, matching } from '#renderer/features/codex/listing.ts';

const entity = (name: string, given: Partial<Entity> = {}): Entity => ({
  ...entityDefaults,
  entityId: name,
  kind: 'character',
  name,
  aliases: [],
  summary: '',
  validFromChapter: null,
  validToChapter: null,
  fence: null,
  tokenCount: 1,
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  ...given,
});

describe('an entry being written', () => {
  it('comes back as it went in', () => {
    const stored = entity('林远', {
      aliases: ['阿远'],
      summary: '船工。',
      validFromChapter: 2,
      validToChapter: 7,
      inclusion: 'always',
      fence: { knownBy: ['陈雪'] },
    });
    const { fields } = readDraft(draftOf(stored));
    const {
      entityId: _id,
      tokenCount: _t,
      version: _v,
      createdAt: _c,
      updatedAt: _u,
      ...same
    } = stored;
    expect(fields).toEqual(same);
  });

  it('says which fields are wrong', () => {
    const draft = emptyDraft('location');
    expect(readDraft(draft).faults).toEqual(['name']);
    const named = { ...draft, name: '渡口' };
    expect(readDraft({ ...named, validFrom: '五' }).faults).toEqual(['validFrom']);
    expect(readDraft({ ...named, validFrom: '5', validTo: '4' }).faults).toEqual(['order']);
    expect(readDraft({ ...named, fence: { ...named.fence, notBefore: 'x' } }).faults).toEqual([
      'fence',
    ]);
  });

  it('says that marks alone are no name and no alias, and that there are too many aliases', () => {
    const named = { ...emptyDraft('character'), name: '林远' };
    expect(readDraft({ ...named, name: '……' }).faults).toEqual(['name']);
    expect(readDraft({ ...named, aliases: ['阿远', '\u0301'] }).faults).toEqual(['aliases']);
    const aliases = Array.from({ length: 501 }, (_, index) => `别名${index}`);
    expect(readDraft({ ...named, aliases }).faults).toEqual(['aliases']);
    expect(readDraft({ ...named, aliases: aliases.slice(1) }).faults).toEqual([]);
  });

  it('takes aliases one or several at a time, each once, never the name itself', () => {
    const draft = { name: '林远', aliases: ['阿远'] };
    expect(withAlias(draft, ' 远哥、阿远，林远;老林 ')).toEqual(['阿远', '远哥', '老林']);
    expect(withAlias(draft, '  ')).toEqual(['阿远']);
  });
});

describe('a line that was added to the fields of an entry', () => {
  const begun = { ...emptyDraft('character'), name: '林远' };
  const line = newDetail('身份', '3');
  const stored = (detail: typeof line) =>
    readDraft({ ...begun, details: [detail] }).fields?.details?.map(({ text, fromChapter }) => [
      text,
      fromChapter,
    ]);

  it('is none while nothing is written in it, and ends a field only where the writer says so [W6]', () => {
    expect(stored(line)).toEqual([]);
    expect(stored({ ...line, text: '守灯人' })).toEqual([['守灯人', 3]]);
    expect(stored(withEnd(line, true))).toEqual([['', 3]]);
    expect(stored(withEnd(withEnd(line, true), false))).toEqual([]);
  });

  it('is an end as it is stored, and stays one in a form that kept nothing else of it [W4, W6]', () => {
    const details = [{ detailId: 'd', label: '身份', text: '', fromChapter: 3 }];
    expect(readDraft(draftOf(entity('林远', { details }))).fields?.details).toEqual(details);
  });
});

describe('an alias that is being typed', () => {
  it('is stored with the others, and is as wrong as they are [W6]', () => {
    const draft = { ...emptyDraft('character'), name: '林远', aliases: ['阿远'] };
    expect(readDraft({ ...draft, aliasText: ' 远哥、阿远' }).fields?.aliases).toEqual([
      ...['阿远', '远哥'],
    ]);
    expect(readDraft({ ...draft, aliasText: '……' }).faults).toEqual(['aliases']);
    expect(readDraft({ ...draft, aliasText: '  ' }).fields?.aliases).toEqual(['阿远']);
  });
});

describe('the list of entries', () => {
  const lin = entity('林远', { aliases: ['阿远'] });
  const nin = entity('Ines Calloway', { aliases: ['Nin'] });
  const ferry = entity('渡口', { kind: 'location' });

  it('finds by name and alias', () => {
    expect(matching([lin, nin, ferry], 'all', '阿远')).toEqual([lin]);
    expect(matching([lin, nin, ferry], 'all', 'calloway ines')).toEqual([nin]);
    expect(matching([lin, nin, ferry], 'location', '')).toEqual([ferry]);
  });

  it('shows what the chapter mentions first, and every entry once', () => {
    const lines = codexLines([lin, nin, ferry], new Set(['渡口']));
    expect(lines.map(({ key }) => key)).toEqual([
      'mentioned',
      '渡口',
      'character',
      '林远',
      'Ines Calloway',
    ]);
  });
});
