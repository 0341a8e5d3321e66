import { useEffect, useRef, useState } from 'react';
import { type FormKind, formOf } from './form-kind.ts';
import { formDrafts, useKeptForms } from './kept-forms.ts';
import { followEntry, isSame } from './merge-drafts.ts';
import { useSession } from './session.ts';

export type KeptForm<Fields> = {
  fields: Fields;
  /** They stood in it before and were not saved. */
  isKept: boolean;
  /** Another window changed something of the entry that was changed in the form too: it would be written over. */
  isContested: boolean;
  change(fields: Fields): void;
  /** What stood in it was saved, or let go of. */
  end(): void;
};

type KeptFormNeeds<Fields> = {
  kind: FormKind;
  /** Of the entry it changes; null for a new one. */
  id: string | null;
  /** As the entry is: the form begins with it, and follows it in what is not changed there. */
  begun: Fields;
  /** Null for what no form of today can hold. */
  read: (kept: unknown) => Fields | null;
  /** Whether nothing would be lost with them. */
  isEmpty: (fields: Fields) => boolean;
  /** What of them is kept, for `read`; all of them unless told. */
  keep?: (fields: Fields) => unknown;
};

/** What stands in the form, and the entry as it was when that was last looked at. */
type Standing<Fields> = { fields: Fields; begun: Fields; isContested: boolean };

const standing = <Fields>(fields: Fields, begun: Fields): Standing<Fields> => ({
  ...{ fields, begun },
  isContested: false,
});

/** Another window may change the entry while the form is open. */
function useStanding<Fields>(begun: Fields) {
  const [held, setHeld] = useState(() => standing(begun, begun));
  if (isSame(held.begun, begun)) return [held, setHeld] as const;
  const { draft, isContested } = followEntry(held.begun, held.fields, begun);
  const now = { fields: draft, begun, isContested: held.isContested || isContested };
  setHeld(now);
  return [now, setHeld] as const;
}

/** The fields of a form that is left unsaved, however it is left, stand in it when it is opened again (W4, W10). */
export function useKeptForm<Fields>(needs: KeptFormNeeds<Fields>): KeptForm<Fields> {
  const { kind, id, begun, isEmpty, keep = (all: Fields): unknown => all } = needs;
  const latest = useRef(needs);
  latest.current = needs;
  const projectId = useSession(({ project }) => project?.projectId) ?? '';
  const isRead = useKeptForms((state) => state.projectId === projectId);
  const form = formOf(kind, id);
  const [{ fields, isContested }, setHeld] = useStanding(begun);
  const [isKept, setKept] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is left behind may be known only later
  useEffect(() => {
    const now = latest.current;
    const kept = now.read(formDrafts.takeUp({ projectId, form }));
    if (kept !== null && now.isEmpty(kept)) formDrafts.drop({ projectId, form });
    else if (kept !== null) {
      setHeld(standing(kept, now.begun));
      setKept(true);
    }
    return () => formDrafts.leave({ projectId, form });
  }, [projectId, form, isRead, setHeld]);
  return {
    fields,
    isKept,
    isContested,
    change(next) {
      setHeld((held) => ({ ...held, fields: next }));
      if (isEmpty(next)) formDrafts.drop({ projectId, form });
      else formDrafts.tell({ projectId, form }, keep(next));
    },
    end() {
      formDrafts.drop({ projectId, form });
      setHeld(standing(begun, begun));
      setKept(false);
    },
  };
}

const readText = (kept: unknown): string | null => (typeof kept === 'string' ? kept : null);
const isBlank = (text: string): boolean => text.trim() === '';

/** A form of one field, for something new. */
export const useKeptText = (kind: FormKind): KeptForm<string> =>
  useKeptForm({ kind, id: null, begun: '', read: readText, isEmpty: isBlank });
