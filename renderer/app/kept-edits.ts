/** What stands in the form of a list, as the program keeps it while it is not saved (W4). */
import type { FormDrafts } from './form-drafts.ts';
import { type FormKind, formOf } from './form-kind.ts';
import { followEntry, isSame } from './merge-drafts.ts';

/** What is written of an entry, with what it was begun from. */
export type Begun<Draft> = {
  draft: Draft;
  /** Version the draft began from. */
  version: number;
  /** The draft as it was begun; null where only its version is known. */
  begun: Draft | null;
};

/** What is written, over what someone else made of the entry: that is kept in all that was not written here (N3). */
export const draftOver = <Draft>({ draft, begun }: Begun<Draft>, theirs: Draft): Draft =>
  begun === null ? draft : followEntry(begun, draft, theirs).draft;

/** As a page told it; one of an older program did not tell what it was begun from. */
type Told<Draft> = { draft: Partial<Draft>; version: number; begun?: Partial<Draft> | null };

export type KeptEditsNeeds<Entry, Draft> = {
  get(): { projectId: string | null; editing: { id: string | null } | null };
  forms: Pick<FormDrafts, 'tell' | 'drop' | 'takeUp' | 'leave'>;
  /** Under which its forms are kept. */
  kind: FormKind;
  /** The stored entries as they were read last. */
  entries(): readonly Entry[] | null;
  draftOf(entry: Entry): Draft;
};

export const createKeptEdits = <Entry, Draft>({
  get,
  forms,
  kind,
  entries,
  draftOf,
}: KeptEditsNeeds<Entry, Draft>) => {
  const scopeOf = (id: string | null) => ({
    ...{ projectId: get().projectId ?? '', form: formOf(kind, id) },
  });
  return {
    scopeOf,
    /** Null for nothing, and for what was saved by a program that ended before it could say so. */
    takeUp(id: string | null, stored: Begun<Draft>): Begun<Draft> | null {
      const kept = forms.takeUp(scopeOf(id)) as Told<Draft> | null;
      if (kept === null) return null;
      const draft = { ...stored.draft, ...kept.draft };
      const isSaved =
        id === null
          ? (entries() ?? []).some((entry) => isSame(draftOf(entry), draft))
          : isSame(stored.draft, draft);
      if (isSaved) {
        forms.drop(scopeOf(id));
        return null;
      }
      const { version } = kept;
      if (kept.begun) return { draft, version, begun: { ...stored.draft, ...kept.begun } };
      return { draft, version, begun: version === stored.version ? stored.draft : null };
    },
    /** Another form takes its place: it is taken up when it is opened again. */
    leave(): void {
      const { editing } = get();
      if (editing !== null) forms.leave(scopeOf(editing.id));
    },
  };
};
