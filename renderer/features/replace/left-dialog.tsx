import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Dialog, LinkButton } from '#renderer/ui/index.ts';
import { showEntityById } from '../codex/index.ts';
import { useReplace } from './store.ts';

type Left = ReturnType<typeof useReplace.getState>['left'][number];

/** The way to what was left; null where there is none. */
function useWayTo({ kind, id }: Left): (() => void) | null {
  const isThere = useSession(
    ({ project }) => project?.documents.some(({ documentId }) => documentId === id) ?? false,
  );
  if (kind === 'chapter' || kind === 'synopsis')
    return isThere ? () => useSession.getState().openDocument(id) : null;
  return kind === 'entity' ? () => void showEntityById(id) : null;
}

function Row({ left }: { left: Left }) {
  const { t } = useWords();
  const { kind, count } = left;
  const go = useWayTo(left);
  const title =
    kind === 'chapter' ? left.title : t(`replace:records.${kind}`, { title: left.title });
  return (
    <li>
      {go === null ? (
        title
      ) : (
        <LinkButton
          onPress={() => {
            closeDialog();
            go();
          }}
        >
          {title}
        </LinkButton>
      )}{' '}
      <span className="ui-quiet">
        {kind === 'chapter' ? t('replace:places', { count }) : t('replace:left.fields', { count })}
      </span>
    </li>
  );
}

/** What the undo of a replacement left as it is, for it was reworded since: chapters and entries one can go to. */
export function LeftDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'leftReplaced');
  const left = useReplace((state) => state.left);
  return (
    <Dialog
      size="small"
      title={t('replace:left.title')}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={closeDialog}
    >
      <p>{t('replace:left.lead')}</p>
      <ul className="replace-left">
        {left.map((one) => (
          <Row key={`${one.kind}:${one.id}`} left={one} />
        ))}
      </ul>
    </Dialog>
  );
}
