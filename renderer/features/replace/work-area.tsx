import { type SetStateAction, useEffect, useRef, useState } from 'react';
import { closeDialog } from '#renderer/app/dialogs.ts';
import { onWorkEnded, useRunningJob } from '#renderer/app/job-list.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useIsShown } from '#renderer/app/use-is-shown.ts';
import { maxQuery, maxReplacement } from '#shared/domain/manuscript.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { sentences } from '#renderer/i18n/sentences.ts';
import { Button, FailureBlock, Segmented } from '#renderer/ui/index.ts';
import { carryOut, undoLast } from './carry-out.ts';
import { FailureLine } from './failure-line.tsx';
import { ReplaceHints } from './hints.tsx';
import {
  countUnticked,
  flipAll,
  flipKey,
  type Found,
  nothingFound,
  placeKey,
  type Selection,
  selectPlaces,
} from './places.ts';
import { keysOfNames, namesOfKeys } from './place-names.ts';
import { Preview } from './preview.tsx';
import { ProgressLine } from './progress-line.tsx';
import { NamesLeft } from './names-left.tsx';
import { RecordList } from './record-list.tsx';
import { RenameForm } from './rename-form.tsx';
import { ResultList } from './result-list.tsx';
import { changeSearch, endSearch, replaceKinds, type ReplaceMode, useReplace } from './store.ts';
import { TextForm } from './text-form.tsx';
import { rulesOf, type TextDraft, wholeUnasked } from './text-search.ts';
import { whatWords } from './what-words.ts';
import { type Question, useFound } from './use-found.ts';
import { type Rename, type RenameDraft, useRename } from './use-rename.ts';

const questionOf = (mode: ReplaceMode, text: TextDraft, rename: RenameDraft): Question => {
  if (mode === 'text') {
    const { query, replacement } = text;
    return query === '' || query.length > maxQuery || replacement.length > maxReplacement
      ? { kind: 'none' }
      : { kind: 'text', query, replacement, rules: rulesOf(text) };
  }
  const { entityId, name, wished } = rename;
  if (entityId === '' || name.trim() === '') return { kind: 'none' };
  const forms = Object.entries(wished).map(([from, to]) => ({ from, to }));
  return { kind: 'rename', entityId, name, forms };
};

/** How many places, in how many chapters, how many of them are ticked, and why not the others. */
function Summary({ found, selection }: { found: Found; selection: Selection }) {
  const { t } = useWords();
  const isWholeUnasked = useReplace((state) => state.mode === 'text' && wholeUnasked(state.text));
  const isRegex = useReplace((state) => state.mode === 'text' && state.text.rules.regex);
  const { doubtful, closed } = countUnticked(found, selection);
  const chapters = new Set(found.places.map(({ documentId }) => documentId)).size;
  const words =
    found.total === 0
      ? t(isRegex ? 'replace:noneWithin' : 'replace:none')
      : t('replace:summary', {
          count: chapters,
          places: t('replace:places', { count: found.total }),
          ticked: selection.ticked.length,
        });
  return (
    <p className="ui-lead replace-summary" role="status">
      {sentences(
        words,
        isWholeUnasked && t('replace:wholeOnly'),
        found.total > found.places.length && t('replace:tooMany', { count: found.places.length }),
        doubtful > 0 && t('replace:summaryDoubtful', { count: doubtful }),
        closed > 0 && t('replace:summaryClosed', { count: closed }),
      )}
    </p>
  );
}

type ColumnsProps = {
  projectId: string;
  found: Found;
  selection: Selection;
  isSearching: boolean;
  marksPronouns: boolean;
  onSelect: (action: SetStateAction<ReadonlySet<string>>) => void;
};

/** The places found, and beside them how the one that is looked at would read. */
function Columns(props: ColumnsProps) {
  const { projectId, found, selection, isSearching, marksPronouns, onSelect } = props;
  const current = useReplace((state) => state.current);
  const shown = found.places.find((place) => placeKey(place) === current);
  const place = shown ?? selection.ticked[0] ?? found.places[0];
  return (
    <div className="replace-columns" aria-busy={isSearching}>
      <ResultList
        found={found}
        selection={selection}
        current={place ? placeKey(place) : null}
        onCurrent={(one) => useReplace.setState({ current: placeKey(one) })}
        onFlip={(places) => onSelect((before) => flipAll(places, selection, before))}
      />
      <div className="replace-side">
        {place !== undefined && (
          <Preview
            projectId={projectId}
            place={place}
            places={found.places}
            selection={selection}
            marksPronouns={marksPronouns}
          />
        )}
        <RecordList
          records={found.records}
          selection={selection}
          onFlip={(key) => onSelect((before) => flipKey(before, key))}
        />
        <NamesLeft names={found.namesLeft} />
      </div>
    </div>
  );
}

type PlacesProps = Omit<ColumnsProps, 'marksPronouns'> & { mode: ReplaceMode; isAsked: boolean };

/** What was found; what will come there, until something is looked for. */
function Places({ mode, isAsked, ...found }: PlacesProps) {
  if (!isAsked) return <ReplaceHints mode={mode} />;
  return <Columns {...found} marksPronouns={mode === 'rename'} />;
}

/** Finding any words, or renaming somebody of the codex. */
function ModeSwitch({ onChange }: { onChange: (mode: ReplaceMode) => void }) {
  const { t } = useWords();
  const mode = useReplace((state) => state.mode);
  return (
    <Segmented
      label={t('replace:mode')}
      choices={[
        { id: 'text', label: t('replace:modes.text') },
        { id: 'rename', label: t('replace:modes.rename') },
      ]}
      value={mode}
      onChange={onChange}
    />
  );
}

type FootProps = {
  mode: ReplaceMode;
  selection: Selection;
  isDisabled: boolean;
  onReplace: () => void;
};

function Foot({ mode, selection, isDisabled, onReplace }: FootProps) {
  const { t } = useWords();
  const [places, records] = [selection.ticked.length, selection.records.length];
  return (
    <div className="replace-foot">
      <span className="ui-quiet">{t('replace:oneUndo')}</span>
      <Button
        variant="primary"
        isDisabled={places + records === 0 || isDisabled}
        onPress={onReplace}
      >
        {t(mode === 'text' ? 'replace:replace' : 'replace:rename', {
          what: whatWords(t, { places, records }),
        })}
      </Button>
    </div>
  );
}

/** What was ticked by hand goes with the places it was ticked among: of any words here, of a renaming with its form. */
function useFlipped(mode: ReplaceMode, rename: Rename) {
  const names = useReplace(({ text }) => text.flipped);
  const flipText = ({ places }: Found, action: SetStateAction<ReadonlySet<string>>): void => {
    const before = keysOfNames(places, useReplace.getState().text.flipped);
    const next = typeof action === 'function' ? action(before) : action;
    changeSearch({ flipped: namesOfKeys(places, next) });
  };
  const clearText = () => changeSearch({ flipped: new Set() });
  return {
    flippedIn: (found: Found) =>
      mode === 'text' ? keysOfNames(found.places, names) : rename.flippedIn(found),
    flipIn: (found: Found) => (action: SetStateAction<ReadonlySet<string>>) =>
      mode === 'text' ? flipText(found, action) : rename.flip(found, action),
    clear(): void {
      if (mode === 'text') clearText();
      else rename.clearFlipped();
    },
    clearAll(): void {
      clearText();
      rename.clearFlipped();
    },
  };
}

/** When to look for the places again; what was flipped by hand is cleared then. */
function useSearch(projectId: string, clear: () => void) {
  const clearNow = useRef(clear);
  clearNow.current = clear;
  const [serial, setSerial] = useState(0);
  // A replacement that was begun with what is listed now.
  const isOwnRef = useRef(false);
  useEffect(
    () =>
      onWorkEnded({ projectId, kinds: replaceKinds }, ({ kind, state }) => {
        // What was listed while it went on is half of it. One that was taken back leaves all as it was ticked before.
        const isAsBefore = isOwnRef.current && kind === 'replace' && state === 'cancelled';
        if (!isAsBefore) clearNow.current();
        setSerial((before) => before + 1);
      }),
    [projectId],
  );
  return { serial, setSerial, isOwnRef };
}

/** Search, list, preview and the one button; made anew each time the dialog opens. */
export function WorkArea({ projectId, readOnly }: { projectId: string; readOnly: boolean }) {
  const { t } = useWords();
  const mode = useReplace((state) => state.mode);
  const text = useReplace((state) => state.text);
  const rename = useRename();
  const flipped = useFlipped(mode, rename);
  const { serial, setSerial, isOwnRef } = useSearch(projectId, flipped.clearAll);
  const [working, setWorking] = useState(false);
  // One that was begun before the dialog was closed and opened again, or the page loaded anew, or elsewhere.
  const running = useRunningJob({ projectId, kinds: replaceKinds });
  const isUnderWay = useReplace((state) => state.progress !== null) || running !== undefined;
  const [failure, setFailure] = useState<unknown>(null);
  const question = questionOf(mode, text, rename.draft);
  const answer = useFound(projectId, question, serial);
  const found = answer.state === 'failed' ? nothingFound : answer.found;
  const selection = selectPlaces(found, flipped.flippedIn(found));
  const isDisabled = answer.state !== 'found' || working || isUnderWay || readOnly;
  const begin = (change: () => void) => {
    flipped.clear();
    setFailure(null);
    isOwnRef.current = false;
    change();
  };
  const changeMode = (next: ReplaceMode) => {
    setFailure(null);
    isOwnRef.current = false;
    useReplace.setState({ mode: next });
  };
  const isShown = useIsShown();
  const replace = () => {
    setWorking(true);
    setFailure(null);
    isOwnRef.current = true;
    carryOut(t, projectId, selection)
      .then(() => {
        if (mode === 'rename') rename.endCarriedOut();
        // By the time all is replaced another dialog may be open, or this one anew, with the search in it.
        if (!isShown()) return;
        if (mode === 'text') endSearch(text);
        closeDialog();
      })
      .catch((error: unknown) => {
        if (!isShown()) reportFailure(error);
        else if (failureOf(error).code !== 'CANCELLED') setFailure(error);
      })
      .finally(() => setWorking(false));
  };
  const searchAgain = () => begin(() => setSerial((before) => before + 1));
  return (
    <div className="replace">
      <ModeSwitch onChange={changeMode} />
      {mode === 'text' ? (
        <TextForm
          draft={text}
          count={question.kind === 'none' ? null : found.total}
          onChange={({ query, replacement, rules }) =>
            begin(() => changeSearch({ query, replacement, rules }))
          }
        />
      ) : (
        <RenameForm {...{ projectId, rename, begin }} forms={found.forms} />
      )}
      {answer.state === 'failed' && <FailureBlock error={answer.error} />}
      {failure !== null && (
        <FailureLine
          error={failure}
          onSearch={searchAgain}
          onUndo={() => {
            undoLast(t).then(searchAgain).catch(reportFailure);
          }}
        />
      )}
      {question.kind !== 'none' && answer.state !== 'failed' && (
        <Summary found={found} selection={selection} />
      )}
      <Places
        mode={mode}
        isAsked={question.kind !== 'none'}
        projectId={projectId}
        found={found}
        selection={selection}
        isSearching={answer.state === 'searching'}
        onSelect={flipped.flipIn(found)}
      />
      <ProgressLine projectId={projectId} />
      <Foot mode={mode} selection={selection} isDisabled={isDisabled} onReplace={replace} />
    </div>
  );
}
