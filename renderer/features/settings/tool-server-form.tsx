import { useState } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Segmented, TextArea, TextField } from '#renderer/ui/index.ts';
import { readServer, type ServerDraft, type ServerFaults } from './tool-server-draft.ts';
import { useToolServers } from './tool-servers-store.ts';

/** A server's particulars. Faults are named once it was tried to save them. */
export function ToolServerForm({ draft }: { draft: ServerDraft }) {
  const { t } = useWords();
  const servers = useToolServers((state) => state.servers);
  const saving = useToolServers((state) => state.saving);
  const [tried, setTried] = useState(false);
  const { edit, changeDraft: change, save } = useToolServers.getState();
  const names = (servers ?? []).map(({ name }) => name);
  const faults = tried ? (readServer(draft, names).faults ?? {}) : {};
  const fault = (field: keyof ServerFaults) =>
    faults[field] === true ? t(`settings:tools.servers.faults.${field}`) : undefined;
  return (
    <form
      className="tools-form"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        void save();
      }}
    >
      <TextField
        label={t('settings:tools.servers.name')}
        value={draft.name}
        isReadOnly={!draft.isNew}
        error={fault('name') ?? fault('taken')}
        onChange={(name) => change({ name })}
        autoFocus={draft.isNew}
      />
      <Segmented
        label={t('settings:tools.servers.kind')}
        showLabel
        choices={(['stdio', 'http'] as const).map((id) => ({
          id,
          label: t(`settings:tools.servers.kinds.${id}`),
        }))}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
      />
      {draft.kind === 'http' ? (
        <TextField
          label={t('settings:tools.servers.url')}
          inputMode="url"
          value={draft.url}
          error={fault('url') ?? fault('hiddenUrl')}
          onChange={(url) => change({ url })}
        />
      ) : (
        <>
          <TextField
            label={t('settings:tools.servers.command')}
            value={draft.command}
            error={fault('command')}
            onChange={(command) => change({ command })}
          />
          <TextArea
            label={t('settings:tools.servers.args')}
            rows={2}
            value={draft.args}
            error={fault('args')}
            onChange={(args) => change({ args })}
          />
          <TextArea
            label={t('settings:tools.servers.env')}
            rows={2}
            value={draft.env}
            error={fault('env')}
            onChange={(env) => change({ env })}
          />
        </>
      )}
      <div className="tools-form-foot">
        <Button variant="quiet" onPress={() => edit(null)}>
          {t('app:actions.cancel')}
        </Button>
        <Button type="submit" isDisabled={saving}>
          {t('app:actions.save')}
        </Button>
      </div>
    </form>
  );
}
