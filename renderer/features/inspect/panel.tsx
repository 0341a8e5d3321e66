import { useMemo, useRef } from 'react';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, EmptyState, Segmented } from '#renderer/ui/index.ts';
import { useFocusKept } from '#renderer/ui/keep-focus.ts';
import { accountFor } from './accounting.ts';
import { Ask } from './ask.tsx';
import { Comparison } from './comparison.tsx';
import { InspectFailure } from './inspect-failure.tsx';
import { ItemList } from './item-list.tsx';
import { PromptView } from './prompt-view.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { Requests } from './requests.tsx';
import { useInspect, type View } from './store.ts';
import { Summary } from './summary.tsx';
import { Unsaved } from './unsaved.tsx';
import './inspect.css';
import './comparison.css';

const views: readonly View[] = ['items', 'prompt', 'requests'];

function DebugModeOff() {
  const { t } = useWords();
  const failure = useInspect((state) => state.failure);
  const { turnOnDebugMode } = useInspect.getState();
  return (
    <>
      <EmptyState
        title={t('inspect:state.off.title')}
        text={t('inspect:state.off.text')}
        action={
          <Button variant="primary" onPress={() => void turnOnDebugMode()}>
            {t('inspect:state.off.action')}
          </Button>
        }
      />
      {failure !== null && <InspectFailure failure={failure} />}
    </>
  );
}

function Views() {
  const { t } = useWords();
  const view = useInspect((state) => state.view);
  const waiting = useInspect((state) => state.phase === 'waiting');
  const { setView } = useInspect.getState();
  return (
    <div className="inspect-views">
      <Segmented
        label={t('inspect:views.label')}
        look="chips"
        choices={views.map((id) => ({ id, label: t(`inspect:views.${id}`) }))}
        value={view}
        onChange={setView}
      />
      <span className="ui-quiet">{waiting ? t('inspect:state.waiting') : ''}</span>
    </div>
  );
}

function Inspection() {
  const { t } = useWords();
  const result = useInspect((state) => state.result);
  const failure = useInspect((state) => state.failure);
  const unsaved = useInspect((state) => state.unsaved);
  const phase = useInspect((state) => state.phase);
  const view = useInspect((state) => state.view);
  const accounting = useMemo(() => (result === null ? null : accountFor(result)), [result]);
  if (unsaved) return <Unsaved failure={failure} />;
  if (failure !== null) return <InspectFailure failure={failure} />;
  if (result === null || accounting === null) {
    return (
      <p className="ui-waiting" role="status">
        {t(phase === 'waiting' ? 'inspect:state.waiting' : 'inspect:state.first')}
      </p>
    );
  }
  return (
    <>
      <Summary result={result} accounting={accounting} />
      <Views />
      {view === 'items' && <ItemList accounting={accounting} />}
      {view === 'prompt' && <PromptView result={result} accounting={accounting} />}
      {view === 'requests' && <Requests />}
    </>
  );
}

function OfChapter() {
  const { t } = useWords();
  const documentId = useSession((session) => session.documentId);
  if (documentId === null) {
    return (
      <EmptyState
        title={t('inspect:state.noChapter.title')}
        text={t('inspect:state.noChapter.text')}
      />
    );
  }
  return (
    <>
      <Inspection />
      <Ask />
      <Comparison />
      <ReplayDialog />
    </>
  );
}

/** What would be sent if the writer asked now, and why; nothing is sent by looking. */
export function InspectPanel() {
  const debugMode = usePreferences(({ settings }) => settings.debugMode);
  const panel = useRef<HTMLDivElement>(null);
  useFocusKept(panel);
  return (
    <div className="inspect" ref={panel} tabIndex={-1}>
      {debugMode ? <OfChapter /> : <DebugModeOff />}
    </div>
  );
}
