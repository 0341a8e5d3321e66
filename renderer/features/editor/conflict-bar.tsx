import { useRef, useState } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { CompareTexts, type CompareHandle } from '#renderer/features/compare/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, Dialog } from '#renderer/ui/index.ts';
import type { PageController } from './page-controller.ts';
import { useEditor } from './store.ts';

type Props = { controller: PageController };

function useResolve(controller: PageController): (text: string) => void {
  return (text) => {
    const { conflict } = useEditor.getState();
    const { project } = useSession.getState();
    const draft = conflict === null ? null : controller.draft(conflict.documentId);
    if (conflict === null || project === null || draft === null) return;
    const { documentId, theirsVersion } = conflict;
    call('documents:conflict:resolve', {
      projectId: project.projectId,
      documentId,
      text,
      theirsVersion,
    })
      .then((resolved) => {
        controller.applyOutside(draft, resolved.text, resolved.version);
        useEditor.setState({ conflict: null, saveFailure: null });
      })
      .catch(reportFailure);
  };
}

/** Both versions of a chapter that was changed here and elsewhere; nothing is lost whatever is chosen. */
export function ConflictBar({ controller }: Props) {
  const { t, language } = useWords();
  const conflict = useEditor((editor) => editor.conflict);
  const [comparing, setComparing] = useState(false);
  const compared = useRef<CompareHandle>(null);
  const resolve = useResolve(controller);
  if (conflict === null) return null;
  const mine = () => controller.draft(conflict.documentId)?.state.doc.toString() ?? conflict.mine;
  const choose = (text: string) => {
    setComparing(false);
    resolve(text);
  };
  return (
    <div className="page-bar" role="alert" lang={language}>
      <span className="page-bar-text">{t('editor:conflict.lead')}</span>
      <Button size="small" onPress={() => setComparing(true)}>
        {t('editor:conflict.compare')}
      </Button>
      <Button size="small" variant="quiet" onPress={() => choose(mine())}>
        {t('editor:conflict.mine')}
      </Button>
      <Button size="small" variant="quiet" onPress={() => choose(conflict.theirs)}>
        {t('editor:conflict.theirs')}
      </Button>
      <Dialog
        size="wide"
        title={t('editor:conflict.title')}
        closeLabel={t('app:actions.close')}
        isOpen={comparing}
        onClose={() => setComparing(false)}
        footer={
          <>
            <span className="ui-quiet page-bar-text">{t('editor:conflict.hint')}</span>
            <Button variant="quiet" onPress={() => choose(conflict.theirs)}>
              {t('editor:conflict.theirs')}
            </Button>
            <Button
              variant="primary"
              onPress={() => choose(compared.current?.left() ?? conflict.mine)}
            >
              {t('editor:conflict.merge')}
            </Button>
          </>
        }
      >
        <CompareTexts
          ref={compared}
          left={{ title: t('editor:conflict.mineHead'), text: mine() }}
          right={{ title: t('editor:conflict.theirsHead'), text: conflict.theirs }}
          editable
        />
      </Dialog>
    </div>
  );
}
