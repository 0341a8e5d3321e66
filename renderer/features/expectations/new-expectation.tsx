/** An expectation written by hand: in or out, where, and what. */
import { useRef, useState } from 'react';
import { z } from 'zod';
import { flushEdits } from '#renderer/app/flush.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { useKeptForm } from '#renderer/app/use-kept-form.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Segmented, Select, TextField } from '#renderer/ui/index.ts';
import type { ExpectationPlace, ExpectedItem } from '#shared/domain/expectation.ts';
import { hereNow } from './here.ts';
import type { Named } from './names.ts';
import { createExpectation } from './store.ts';

const wheres = ['here', 'end', 'before', 'from', 'every'] as const;
type Where = (typeof wheres)[number];
const whats = ['text', 'selection', 'entity', 'constraint'] as const;
type What = (typeof whats)[number];

const placeOf = (where: Where): ExpectationPlace | null => {
  if (where === 'every') return { every: true };
  const { documentId } = useSession.getState();
  if (documentId === null) return null;
  if (where === 'here') return hereNow();
  if (where === 'end') return { documentId };
  return { every: true, [where]: { documentId } };
};

const Draft = z.object({
  expect: z.enum(['in', 'out']),
  where: z.enum(wheres),
  what: z.enum(whats),
  words: z.string(),
  id: z.string(),
});
type Draft = z.infer<typeof Draft>;

const itemOf = ({ what, words, id }: Draft): ExpectedItem | null => {
  if (what === 'text') return words.trim() === '' ? null : { text: words.trim() };
  if (what === 'entity') return id === '' ? null : { entityId: id };
  if (what === 'constraint') return id === '' ? null : { constraintId: id };
  const { documentId, selection } = useSession.getState();
  if (documentId === null || selection.end <= selection.start) return null;
  return { documentId, ...selection };
};

const listOf = ({ entities, constraints }: Named, what: What) =>
  [...(what === 'entity' ? entities : constraints)].map(([id, label]) => ({
    id,
    label: label.slice(0, 80),
  }));

type Change = (part: Partial<Draft>) => void;

/** What is expected: words, the selection, an entry or a constraint. */
function WhatFields({ named, draft, change }: { named: Named; draft: Draft; change: Change }) {
  const { t } = useWords();
  const hasSelection = useSession(({ selection }) => selection.end > selection.start);
  const { what, words, id } = draft;
  const offered = whats.filter(
    (one) => one === 'text' || (one === 'selection' ? hasSelection : listOf(named, one).length > 0),
  );
  const choices = what === 'entity' || what === 'constraint' ? listOf(named, what) : [];
  return (
    <>
      <Select
        label={t('expectations:make.what')}
        choices={offered.map((one) => ({ id: one, label: t(`expectations:make.whats.${one}`) }))}
        value={what}
        onChange={(one) => {
          const [first] = one === 'entity' || one === 'constraint' ? listOf(named, one) : [];
          change({ what: one, id: first?.id ?? '' });
        }}
      />
      {what === 'text' && (
        <TextField
          label={t('expectations:make.words')}
          value={words}
          onChange={(next) => change({ words: next })}
        />
      )}
      {choices.length > 0 && (
        <Select
          label={t(what === 'entity' ? 'expectations:make.entity' : 'expectations:make.constraint')}
          choices={choices}
          value={id}
          onChange={(next) => change({ id: next })}
        />
      )}
    </>
  );
}

export function NewExpectation({ named }: { named: Named }) {
  const { t } = useWords();
  const hasChapter = useSession((session) => session.documentId !== null);
  const {
    fields: draft,
    change: setDraft,
    end,
  } = useKeptForm<Draft>({
    ...{ kind: 'expectation', id: null },
    begun: {
      ...{ expect: 'in', where: hasChapter ? 'here' : 'every', what: 'text', words: '', id: '' },
    },
    read: (kept) => Draft.safeParse(kept).data ?? null,
    isEmpty: ({ what, words }) => what !== 'text' || words.trim() === '',
  });
  const change: Change = (part) => setDraft({ ...draft, ...part });
  const { expect, where } = draft;
  const isWhole = itemOf(draft) !== null && placeOf(where) !== null;
  const [adding, setAdding] = useState(false);
  const latest = useRef(draft);
  latest.current = draft;
  const make = async (): Promise<void> => {
    await flushEdits();
    const [item, at] = [itemOf(draft), placeOf(where)];
    if (item === null || at === null) return;
    if (!(await createExpectation({ at, expect, item }))) return;
    // What was written meanwhile is the next one.
    if (latest.current !== draft) return;
    end();
    change({ words: '' });
  };
  const add = (): void => {
    setAdding(true);
    make()
      .catch(reportFailure)
      .finally(() => setAdding(false));
  };
  return (
    <section className="expectations-new" aria-label={t('expectations:make.title')}>
      <Segmented
        label={t('expectations:make.expect')}
        showLabel
        choices={(['in', 'out'] as const).map((one) => ({
          id: one,
          label: t(`expectations:expect.${one}`),
        }))}
        value={expect}
        onChange={(one) => change({ expect: one })}
      />
      <WhatFields named={named} draft={draft} change={change} />
      <Select
        label={t('expectations:make.where')}
        choices={wheres
          .filter((one) => hasChapter || one === 'every')
          .map((one) => ({ id: one, label: t(`expectations:make.wheres.${one}`) }))}
        value={where}
        onChange={(one) => change({ where: one })}
      />
      <Button isDisabled={!isWhole || adding} onPress={add}>
        {t('expectations:make.add')}
      </Button>
    </section>
  );
}
