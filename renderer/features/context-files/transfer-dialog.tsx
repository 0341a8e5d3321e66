import { type FormEvent, useId, useState } from 'react';
import { useHost } from '#renderer/app/host.ts';
import { notify } from '#renderer/app/notices.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, Dialog, FailureBlock, TextField } from '#renderer/ui/index.ts';
import { type Transfer, useFiles } from './store.ts';

const archiveName = (conversationId: string | null): string =>
  `fabula-${conversationId ?? 'files'}.zip`;

function TransferForm({ transfer }: { transfer: Transfer }) {
  const { t } = useWords();
  const form = useId();
  const native = useHost((host) => host.capabilities?.pickFolder ?? false);
  const conversationId = useFiles((state) => state.conversationId);
  const { startTransfer, runTransfer } = useFiles.getState();
  const [path, setPath] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const submit = async () => {
    setBusy(true);
    try {
      const count = await runTransfer(path.trim());
      notify({ text: t(`context-files:${transfer}.said`, { count }), place: 'dock' });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const pickFolder = async () => {
    try {
      const picked = await call('host:pickFolder', { title: t(`context-files:${transfer}.title`) });
      if (picked.path === null) return;
      const divider = picked.path.includes('\\') ? '\\' : '/';
      setPath(`${picked.path}${divider}${archiveName(conversationId)}`);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Dialog
      title={t(`context-files:${transfer}.title`)}
      closeLabel={t('context-files:cancel')}
      isOpen
      onClose={() => startTransfer(null)}
      size="small"
      footer={
        <>
          <Button onPress={() => startTransfer(null)}>{t('context-files:cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            isDisabled={busy || path.trim() === ''}
          >
            {t(`context-files:${transfer}.action`)}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="files-transfer"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label={t('context-files:archive')}
          hint={t(`context-files:${transfer}.hint`)}
          value={path}
          onChange={setPath}
        />
        {native && (
          <Button onPress={() => void pickFolder()}>{t('context-files:pickFolder')}</Button>
        )}
        {failure !== null && <FailureBlock error={failure} />}
      </form>
    </Dialog>
  );
}

/** Where a conversation's files go as one archive, or come from. */
export function TransferDialog() {
  const transfer = useFiles((state) => state.transfer);
  return transfer === null ? null : <TransferForm key={transfer} transfer={transfer} />;
}
