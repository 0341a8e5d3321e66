import { useEffect, useRef, useState } from 'react';
import { focusPage } from '#renderer/app/page-focus.ts';
import { useSession } from '#renderer/app/session.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { setUnsaved } from '#renderer/app/unsaved.ts';
import { originRuns } from '#renderer/features/origins/index.ts';
import { CompareTexts, type CompareHandle } from '#renderer/features/compare/index.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { isFocusLost } from '#renderer/ui/keep-focus.ts';
import { call, on } from '#renderer/rpc/index.ts';
import { Button, Dialog, Select } from '#renderer/ui/index.ts';
import type { DocumentConflict } from '#shared/domain/project.ts';
import type { PageController } from './page-controller.ts';
import { endConflict, useEditor } from './store.ts';

type Props = { controller: PageController };

/** The page's own unsaved text stands among the kept ones under this id. */
const onPage = 'page';

type Version = { id: string; label: string; head: string; text: string; own: boolean };

/** Every text there is beside the file's: the page's own while it is unsaved, then the kept ones. */
function useVersions(controller: PageController, conflict: DocumentConflict | null): Version[] {
  const { t, language } = useWords();
  if (conflict === null) return [];
  const draft = controller.draft(conflict.documentId);
  const own = draft?.saver.isDirty() === true ? draft.state.doc.toString() : null;
  const kept = conflict.texts.map(({ snapshotId, text, keptAt, from, own: isOwn }) => {
    const moment = formatMoment(keptAt, Date.now(), language);
    const label = t(
      from === 'outside' ? 'editor:conflict.keptAtOutside' : 'editor:conflict.keptAt',
      {
        moment,
      },
    );
    const head = t('editor:conflict.keptHead', { moment });
    return { id: snapshotId, label, head, text, own: isOwn };
  });
  if (own === null) return kept;
  const page = {
    id: onPage,
    label: t('editor:conflict.onPage'),
    head: t('editor:conflict.mineHead'),
    text: own,
    own: true,
  };
  // What the page has kept is an earlier state of its own text.
  return [page, ...kept.filter((version) => !version.own && version.text !== own)];
}

function useResolve(controller: PageController): (text: string) => void {
  const resolve = async (text: string): Promise<void> => {
    const { conflict } = useEditor.getState();
    const { project } = useSession.getState();
    const draft = conflict === null ? null : controller.draft(conflict.documentId);
    if (conflict === null || project === null || draft === null) return;
    const { documentId, theirsVersion } = conflict;
    const { state } = draft;
    await controller.settle(draft, () =>
      call('documents:conflict:resolve', {
        projectId: project.projectId,
        documentId,
        text,
        theirsVersion,
        draftId: draft.draftId,
        // Of the page's own text the page has seen every character come.
        ...(text === state.doc.toString() ? { origins: [...originRuns(state)] } : {}),
      }),
    );
    endConflict(documentId);
    if (!draft.saver.isDirty()) setUnsaved(documentId, null);
  };
  return (text) => {
    resolve(text).catch(reportFailure);
  };
}

/** The file may be written on while both texts wait: what it holds by now is shown, but never under somebody who compares. */
function useFileAsItIs(controller: PageController, isComparing: boolean): void {
  useEffect(() => {
    if (isComparing) return undefined;
    return on('document:changed', ({ projectId, documentId, version }) => {
      const asked = useEditor.getState().conflict;
      if (asked?.documentId !== documentId || asked.theirsVersion === version) return;
      const draftId = controller.draft(documentId)?.draftId;
      call('documents:conflict:read', { projectId, documentId, ...(draftId && { draftId }) })
        .then((conflict) => {
          if (useEditor.getState().conflict === asked) useEditor.setState({ conflict });
        })
        .catch((failure: unknown) => {
          // It was ended meanwhile, and that is told.
          if (failureOf(failure).code !== 'SNAPSHOT_NOT_FOUND') reportFailure(failure);
        });
    });
  }, [controller, isComparing]);
}

type CompareProps = {
  conflict: DocumentConflict;
  versions: readonly Version[];
  onChoose: (text: string) => void;
  onClose: () => void;
};

function CompareDialog({ conflict, versions, onChoose, onClose }: CompareProps) {
  const { t } = useWords();
  const [id, choose] = useState(versions[0]?.id ?? '');
  const compared = useRef<CompareHandle>(null);
  const version = versions.find((one) => one.id === id) ?? versions[0];
  if (version === undefined) return null;
  const many = versions.length > 1;
  return (
    <Dialog
      size="wide"
      title={t('editor:conflict.title')}
      closeLabel={t('app:actions.close')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <span className="ui-quiet page-bar-text">{t('editor:conflict.hint')}</span>
          <Button variant="quiet" onPress={() => onChoose(conflict.theirs)}>
            {t('editor:conflict.theirs')}
          </Button>
          <Button
            variant="primary"
            onPress={() => onChoose(compared.current?.left() ?? version.text)}
          >
            {t(many ? 'editor:conflict.chosen' : 'editor:conflict.merge')}
          </Button>
        </>
      }
    >
      {many && (
        <Select
          label={t('editor:conflict.choose')}
          choices={versions}
          value={version.id}
          onChange={choose}
        />
      )}
      <CompareTexts
        ref={compared}
        left={{ title: version.head, text: version.text }}
        right={{ title: t('editor:conflict.theirsHead'), text: conflict.theirs }}
        editable
      />
    </Dialog>
  );
}

/** All versions of a chapter that was changed here and elsewhere; nothing is lost whatever is chosen. */
export function ConflictBar({ controller }: Props) {
  const { t, language } = useWords();
  const conflict = useEditor((editor) => editor.conflict);
  const [comparing, setComparing] = useState(false);
  const versions = useVersions(controller, conflict);
  const resolve = useResolve(controller);
  useFileAsItIs(controller, comparing);
  const isAsking = conflict !== null && versions.length > 0;
  // The button that answered is gone with the question.
  useEffect(() => {
    if (!isAsking) return;
    return () => {
      if (isFocusLost()) focusPage();
    };
  }, [isAsking]);
  const [first] = versions;
  if (conflict === null || first === undefined) return null;
  const many = versions.length > 1;
  // A window in which nothing was typed asks as well.
  const isMine = first.own;
  const choose = (text: string) => {
    setComparing(false);
    resolve(text);
  };
  const chooseMine = () => {
    const page = controller.draft(conflict.documentId)?.state.doc.toString();
    choose(first.id === onPage && page !== undefined ? page : first.text);
  };
  return (
    <div className="page-bar" role="alert" lang={language}>
      <span className="page-bar-text">
        {many
          ? t('editor:conflict.leadMany', { count: versions.length })
          : t(isMine ? 'editor:conflict.lead' : 'editor:conflict.leadKept')}
      </span>
      <Button size="small" onPress={() => setComparing(true)}>
        {t('editor:conflict.compare')}
      </Button>
      {!many && (
        <Button size="small" variant="quiet" onPress={chooseMine}>
          {t(isMine ? 'editor:conflict.mine' : 'editor:conflict.kept')}
        </Button>
      )}
      <Button size="small" variant="quiet" onPress={() => choose(conflict.theirs)}>
        {t('editor:conflict.theirs')}
      </Button>
      {comparing && (
        <CompareDialog
          conflict={conflict}
          versions={versions}
          onChoose={choose}
          onClose={() => setComparing(false)}
        />
      )}
    </div>
  );
}
