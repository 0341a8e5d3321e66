import { useEffect, useRef, useState } from 'react';
import { type FormKind, formOf } from './form-kind.ts';
import { formDrafts, useKeptForms } from './kept-forms.ts';
import { followEntry, isSame } from './merge-drafts.ts';
import { useSession } from './session.ts';
import { useIsShown } from './use-is-shown.ts';

export type KeptForm<Fields> = {
  fields: Fields;
  /** They stood in it before and were not saved. */
  isKept: boolean;
  /** Another window changed something of the entry that was changed in the form too: it would be written over. */
  isContested: boolean;
  change(fields: Fields): void;
  /** What stood in it was saved, or let go of. */
  end(): void;
  /** What stood in it when it was sent is stored now, as this; what was typed since is a change of it. */
  settle(sent: Fields, stored: Fields): void;
};

type KeptFormNeeds<Fields> = {
  kind: FormKind;
  /** Of the entry it changes; null for a new one. */
  id: string | null;
  /** As the entry is: the form begins with it, and follows it in what is not changed there. */
  begun: Fields;
  /** Null for what no form of today can hold. */
  read: (kept: unknown) => Fields | null;
  /** Whether nothing would be lost with them, where the entry is `begun`. */
  isEmpty: (fields: Fields, begun: Fields) => boolean;
  /** What of them is kept, for `read`; all of them unless told. */
  keep?: (fields: Fields, begun: Fields) => unknown;
  /** The entry as it was when that was kept: with it the form is contested also by what was changed while it was left. */
  readBegun?: (kept: unknown) => Fields | null;
};

/** What stands in the form, and the entry as it was when that was last looked at. */
type Standing<Fields> = { fields: Fields; begun: Fields; isContested: boolean };

const standing = <Fields>(fields: Fields, begun: Fields): Standing<Fields> => ({
  ...{ fields, begun },
  isContested: false,
});

/** What stands in it where the entry is something else by now. */
const followed = <Fields>(held: Standing<Fields>, begun: Fields): Standing<Fields> => {
  const { draft, isContested } = followEntry(held.begun, held.fields, begun);
  return { fields: draft, begun, isContested: held.isContested || isContested };
};

/** Another window may change the entry while the form is open. */
function useStanding<Fields>(begun: Fields) {
  const [held, setHeld] = useState(() => standing(begun, begun));
  if (isSame(held.begun, begun)) return [held, setHeld] as const;
  const now = followed(held, begun);
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
  const fieldsNow = useRef(fields);
  fieldsNow.current = fields;
  const isShown = useIsShown();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is left behind may be known only later
  useEffect(() => {
    const now = latest.current;
    const taken = formDrafts.takeUp({ projectId, form });
    const kept = now.read(taken);
    if (kept !== null && now.isEmpty(kept, now.begun)) formDrafts.drop({ projectId, form });
    else if (kept !== null) {
      setHeld(followed(standing(kept, now.readBegun?.(taken) ?? now.begun), now.begun));
      setKept(true);
    }
    return () => formDrafts.leave({ projectId, form });
  }, [projectId, form, isRead, setHeld]);
  return {
    fields,
    isKept,
    isContested,
    change(next) {
      fieldsNow.current = next;
      setHeld((held) => ({ ...held, fields: next }));
      if (isEmpty(next, begun)) formDrafts.drop({ projectId, form });
      else formDrafts.tell({ projectId, form }, keep(next, begun));
    },
    end() {
      formDrafts.drop({ projectId, form });
      setHeld(standing(begun, begun));
      setKept(false);
    },
    settle(sent, stored) {
      const { draft } = followEntry(sent, fieldsNow.current, stored);
      setHeld(standing(draft, stored));
      if (isEmpty(draft, stored)) {
        formDrafts.drop({ projectId, form });
        setKept(false);
      } else if (isShown()) formDrafts.tell({ projectId, form }, keep(draft, stored));
    },
  };
}

const readText = (kept: unknown): string | null => (typeof kept === 'string' ? kept : null);
const isBlank = (text: string): boolean => text.trim() === '';

/** A form of one field, for something new. */
export const useKeptText = (kind: FormKind): KeptForm<string> =>
  useKeptForm({ kind, id: null, begun: '', read: readText, isEmpty: isBlank });
