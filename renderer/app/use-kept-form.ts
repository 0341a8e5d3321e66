import { useEffect, useRef, useState } from 'react';
import { type FormKind, formOf } from './form-kind.ts';
import { formDrafts, useKeptForms } from './kept-forms.ts';
import { useSession } from './session.ts';

export type KeptForm<Fields> = {
  fields: Fields;
  /** They stood in it before and were not saved. */
  isKept: boolean;
  change(fields: Fields): void;
  /** What stood in it was saved, or let go of. */
  end(): void;
};

type KeptFormNeeds<Fields> = {
  kind: FormKind;
  /** Of the entry it changes; null for a new one. */
  id: string | null;
  /** As the form begins. */
  begun: Fields;
  /** Null for what no form of today can hold. */
  read: (kept: unknown) => Fields | null;
  /** Whether nothing would be lost with them. */
  isEmpty: (fields: Fields) => boolean;
};

/** The fields of a form that is left unsaved, however it is left, stand in it when it is opened again (W4, W10). */
export function useKeptForm<Fields>(needs: KeptFormNeeds<Fields>): KeptForm<Fields> {
  const { kind, id, begun, isEmpty } = needs;
  const latest = useRef(needs);
  latest.current = needs;
  const projectId = useSession(({ project }) => project?.projectId) ?? '';
  const isRead = useKeptForms((state) => state.projectId === projectId);
  const form = formOf(kind, id);
  const [fields, setFields] = useState(begun);
  const [isKept, setKept] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is left behind may be known only later
  useEffect(() => {
    const now = latest.current;
    const kept = now.read(formDrafts.takeUp({ projectId, form }));
    if (kept !== null && now.isEmpty(kept)) formDrafts.drop({ projectId, form });
    else if (kept !== null) {
      setFields(kept);
      setKept(true);
    }
    return () => formDrafts.leave({ projectId, form });
  }, [projectId, form, isRead]);
  return {
    fields,
    isKept,
    change(next) {
      setFields(next);
      if (isEmpty(next)) formDrafts.drop({ projectId, form });
      else formDrafts.tell({ projectId, form }, next);
    },
    end() {
      formDrafts.drop({ projectId, form });
      setFields(begun);
      setKept(false);
    },
  };
}

const readText = (kept: unknown): string | null => (typeof kept === 'string' ? kept : null);
const isBlank = (text: string): boolean => text.trim() === '';

/** A form of one field, for something new. */
export const useKeptText = (kind: FormKind): KeptForm<string> =>
  useKeptForm({ kind, id: null, begun: '', read: readText, isEmpty: isBlank });
