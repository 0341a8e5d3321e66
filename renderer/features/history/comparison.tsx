import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { formatDay, formatMoment, formatTime } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, FailureBlock, IconButton, Select, Waiting } from '#renderer/ui/index.ts';
import type { SnapshotInfo } from '#shared/domain/project.ts';
import { Difference } from './difference.tsx';
import { passageOf } from './passage.ts';
import { type ChangedRow, compareParagraphs, type Row } from './paragraphs.ts';
import { restoreOriginal, restorePassage, restoreVersion } from './restore.ts';
import { useVersionText } from './use-versions.ts';
import { reasonWords, shortWords, type Wording } from './version-words.ts';
import './comparison.css';
import { VersionName } from './version-name.tsx';

const presentId = 'now';

export type ComparisonProps = {
  chapter: { projectId: string; documentId: string };
  items: readonly SnapshotInfo[];
  present: { text: string; version: string };
  presentWords: number;
  chosen: SnapshotInfo;
  /** Null: the text now. */
  other: SnapshotInfo | null;
  isNaming: boolean;
  onOther: (snapshotId: string | null) => void;
  onNaming: (isNaming: boolean) => void;
  onChanged: () => void;
};

const useWording = (): Wording => {
  const { t, language } = useWords();
  return { t, language, now: Date.now() };
};

const isChanged = (row: Row): row is ChangedRow => row.kind === 'changed';

/** The one plain sentence: what this version is, and how far it is from the other. */
function Lead({
  rows,
  isEqual,
  props,
}: {
  rows: readonly Row[];
  isEqual: boolean;
  props: ComparisonProps;
}) {
  const { t, language, now } = useWording();
  const { items, chosen, other } = props;
  const day = formatDay(chosen.createdAt, now, language);
  const time = formatTime(chosen.createdAt, language);
  const isFirst = items.at(-1) === chosen;
  const what = reasonWords({ t, language, now }, chosen, isFirst);
  const changed = rows.filter(isChanged).length;
  const equal = rows.reduce(
    (sum, row) => sum + (row.kind === 'same' ? row.paragraphs.length : 0),
    0,
  );
  const same = equal === 0 ? t('history:lead.none') : t('history:lead.same', { count: equal });
  const differ = other === null ? 'history:lead.differ' : 'history:lead.differBoth';
  const equalWords = other === null ? 'history:equal' : 'history:equalBoth';
  const result = isEqual
    ? t(equalWords)
    : changed === 0
      ? t('history:equalBreaks')
      : t(differ, { count: changed, same });
  const when = t('history:lead.when', { day, time });
  return (
    <p className="ui-lead history-lead" role="status">
      {t('history:lead.line', { reason: t('history:lead.reason', { when, what }), result })}
    </p>
  );
}

/** Which version the chosen one is compared with. */
function OtherChoice({ items, chosen, other, onOther }: ComparisonProps) {
  const { t, language, now } = useWording();
  const at = items.indexOf(chosen);
  const before = items[at + 1];
  const named = items.filter(({ name }) => name !== undefined);
  const offered = [...new Set([...(other === null ? [] : [other]), ...named])].filter(
    (one) => one !== chosen && one !== before,
  );
  const choices = [
    { id: presentId, label: t('history:choices.now') },
    ...(before === undefined
      ? []
      : [
          {
            id: before.snapshotId,
            label: t('history:choices.before', {
              moment: formatMoment(before.createdAt, now, language),
            }),
          },
        ]),
    ...offered.map((one) => ({ id: one.snapshotId, label: shortWords({ t, language, now }, one) })),
  ];
  return (
    <Select
      label={t('history:other')}
      hideLabel
      choices={choices}
      value={other?.snapshotId ?? presentId}
      onChange={(id) => onOther(id === presentId ? null : id)}
    />
  );
}

/** Heads of the two columns; the older version stands on the left. */
function Heads({ props, isSwapped }: { props: ComparisonProps; isSwapped: boolean }) {
  const wording = useWording();
  const { t } = wording;
  const { chapter, chosen, other, presentWords, isNaming, onNaming, onChanged } = props;
  const own = (
    <span key="own" className="history-head-own">
      <b>{shortWords(wording, chosen)}</b>
      {!isNaming && <span>{t('history:words', { count: chosen.wordCount })}</span>}
      <VersionName
        chapter={chapter}
        item={chosen}
        isEditing={isNaming}
        onEditing={onNaming}
        onChanged={onChanged}
      />
    </span>
  );
  const second = (
    <span key="other" className="history-head-other">
      <OtherChoice {...props} />
      <span>{t('history:words', { count: other?.wordCount ?? presentWords })}</span>
    </span>
  );
  return <div className="history-heads">{isSwapped ? [second, own] : [own, second]}</div>;
}

type FootProps = {
  props: ComparisonProps;
  changed: readonly ChangedRow[];
  current: number;
  isEqual: boolean;
  readOnly: boolean;
  onStep: (by: 1 | -1) => void;
};

function Foot({ props, changed, current, isEqual, readOnly, onStep }: FootProps) {
  const wording = useWording();
  const { t } = wording;
  const { chapter, chosen } = props;
  const carryOut = (work: typeof restoreVersion) => () => {
    work(wording, chapter, chosen).catch(reportFailure);
  };
  const moment = formatMoment(chosen.createdAt, wording.now, wording.language);
  return (
    <footer className="history-bar">
      <IconButton
        icon={ArrowUp}
        label={t('history:previous')}
        shortcut="Alt+Up"
        isDisabled={changed.length < 2}
        onPress={() => onStep(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label={t('history:next')}
        shortcut="Alt+Down"
        isDisabled={changed.length < 2}
        onPress={() => onStep(1)}
      />
      {changed.length > 0 && (
        <b>{t('history:difference', { number: current + 1, count: changed.length })}</b>
      )}
      <span className="ui-quiet history-hint">
        {t(readOnly ? 'history:readOnly' : 'history:restoreHint')}
      </span>
      {chosen.hasOriginal === true && !readOnly && (
        <Button variant="quiet" onPress={carryOut(restoreOriginal)}>
          {t('history:restoreOriginal')}
        </Button>
      )}
      <Button variant="primary" isDisabled={readOnly || isEqual} onPress={carryOut(restoreVersion)}>
        {chosen.name === undefined
          ? t('history:restore', { moment })
          : t('history:restoreNamed', { name: chosen.name })}
      </Button>
    </footer>
  );
}

function useSides(props: ComparisonProps) {
  const { chapter, present, chosen, other } = props;
  const own = useVersionText(chapter, chosen.snapshotId, present.text);
  const second = useVersionText(chapter, other?.snapshotId ?? null, present.text);
  const isSwapped = other !== null && other.createdAt < chosen.createdAt;
  return isSwapped
    ? { left: second, right: own, isSwapped }
    : { left: own, right: second, isSwapped };
}

type TextsProps = { props: ComparisonProps; left: string; right: string; isSwapped: boolean };

function Texts({ props, left, right, isSwapped }: TextsProps) {
  const wording = useWording();
  const { t } = wording;
  const { chapter, chosen, other, present, onNaming } = props;
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  const readOnly = useSession((session) => session.project?.readOnly ?? true);
  const rows = useMemo(() => compareParagraphs(left, right), [left, right]);
  const changed = rows.filter(isChanged);
  const [wanted, setWanted] = useState<string | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const current = Math.max(
    0,
    changed.findIndex(({ key }) => key === wanted),
  );
  const currentRow = changed[current];
  const step = (by: 1 | -1) => {
    const next = changed[(current + by + changed.length) % changed.length];
    if (next === undefined) return;
    setWanted(next.key);
    body.current?.querySelector(`[data-row="${next.key}"]`)?.scrollIntoView({ block: 'center' });
  };
  const canRestore = other === null && !readOnly;
  const restore = (row: ChangedRow) => {
    const { snapshotId } = chosen;
    const passage = passageOf(rows, row, present.text);
    const request = { snapshotId, passage, expectedVersion: present.version };
    restorePassage(wording, chapter, request).catch(reportFailure);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.ctrlKey || event.metaKey || isTyping) return;
    if (event.altKey && event.key === 'ArrowDown') step(1);
    else if (event.altKey && event.key === 'ArrowUp') step(-1);
    else if (event.altKey) return;
    else if (event.key === 'r' && canRestore && currentRow !== undefined) restore(currentRow);
    else if (event.key === 'n') onNaming(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what stands inside of it
    <div className="history-comparison" ref={body} onKeyDown={onKeyDown}>
      <Lead rows={rows} isEqual={left === right} props={props} />
      <Heads props={props} isSwapped={isSwapped} />
      <Difference
        label={t('history:compared')}
        rows={rows}
        language={language}
        current={currentRow?.key ?? null}
        isBoth={other !== null}
        onCurrent={setWanted}
        onRestore={canRestore ? restore : null}
      />
      <Foot
        props={props}
        changed={changed}
        current={current}
        isEqual={chosen.version === present.version}
        readOnly={readOnly}
        onStep={step}
      />
    </div>
  );
}

/** A version beside the text now or beside another version: what differs, and the ways back. */
export function Comparison(props: ComparisonProps) {
  const { left, right, isSwapped } = useSides(props);
  for (const side of [left, right]) {
    if (side.state === 'failed') return <FailureBlock error={side.error} />;
  }
  if (left.state !== 'ready' || right.state !== 'ready') return <Waiting />;
  return <Texts props={props} left={left.text} right={right.text} isSwapped={isSwapped} />;
}
