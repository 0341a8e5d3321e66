import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { hiddenValue, type McpServerState } from '#shared/domain/mcp-server.ts';
import { failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { on } from '#renderer/rpc/index.ts';
import { Asking, Button, FailureBlock, LinkButton, Switch } from '#renderer/ui/index.ts';
import { draftOfServer, emptyServer } from './tool-server-draft.ts';
import { ToolServerForm } from './tool-server-form.tsx';
import { useToolServers } from './tool-servers-store.ts';

const addressOf = ({ transport }: McpServerState): string =>
  transport.kind === 'http'
    ? transport.url
    : [transport.command, ...transport.args.map(() => hiddenValue)].join(' ');

function State({ server }: { server: McpServerState }) {
  const { t } = useWords();
  const connecting = useToolServers((state) => state.connecting === server.name);
  const { state, error, tools } = server;
  if (connecting) return <p role="status">{t('settings:tools.servers.connecting')}</p>;
  if (state === 'failed') {
    const { what, next } = failureWords(t, { code: error?.code ?? 'MCP_SERVER_FAILED' });
    return (
      <p className="tools-failed">
        <strong>{what}</strong> {next}
      </p>
    );
  }
  if (state === 'idle') {
    const key = server.confirmed ? 'idle' : 'unconfirmed';
    return <p className="ui-quiet">{t(`settings:tools.servers.${key}`)}</p>;
  }
  return (
    <details className="tools-list">
      <summary>{t('settings:tools.servers.connected', { count: tools.length })}</summary>
      <ul>
        {tools.map(({ name, description }) => (
          <li key={name}>
            <code>{name}</code> {description}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Server({ server, onAsk }: { server: McpServerState; onAsk: () => void }) {
  const { t } = useWords();
  const connecting = useToolServers((state) => state.connecting);
  const { connect, edit, setEnabled } = useToolServers.getState();
  return (
    <li className="tools-server">
      <div className="tools-server-head">
        <span className="tools-name">{server.name}</span>
        <Switch
          aria-label={t('settings:tools.servers.enabled', { name: server.name })}
          isSelected={server.enabled}
          onChange={(enabled) => void setEnabled(server, enabled)}
        />
      </div>
      <code className="tools-exact">{addressOf(server)}</code>
      <State server={server} />
      <div className="tools-links">
        <LinkButton isDisabled={connecting !== null} onPress={() => void connect(server.name)}>
          {t('settings:tools.servers.connect')}
        </LinkButton>
        <LinkButton onPress={() => edit(draftOfServer(server))}>
          {t('settings:tools.servers.edit')}
        </LinkButton>
        <LinkButton
          aria-label={t('settings:tools.servers.removeNamed', { name: server.name })}
          onPress={onAsk}
        >
          {t('settings:tools.servers.remove')}
        </LinkButton>
      </div>
    </li>
  );
}

/** The servers; in the place of one the question whether it goes, for what it was told (keys among it) comes back by nothing. */
function ServerList({ servers }: { servers: readonly McpServerState[] }) {
  const { t } = useWords();
  const [asking, setAsking] = useState<string | null>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const remove = async (name: string) => {
    setAsking(null);
    list.current?.focus();
    if (await useToolServers.getState().remove(name)) setRemoved(name);
  };
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={t('settings:tools.servers.title')}>
        {servers.map((server) =>
          server.name === asking ? (
            <li key={server.name}>
              <Asking
                title={t('settings:tools.servers.ask.title', { name: server.name })}
                text={t('settings:tools.servers.ask.text')}
                actionLabel={t('settings:tools.servers.remove')}
                keepLabel={t('settings:tools.servers.ask.keep')}
                onAction={() => void remove(server.name)}
                onKeep={() => setAsking(null)}
              />
            </li>
          ) : (
            <Server key={server.name} server={server} onAsk={() => setAsking(server.name)} />
          ),
        )}
      </ul>
      <p className="ui-quiet" role="status">
        {removed !== null && t('settings:tools.servers.removed', { name: removed })}
      </p>
    </>
  );
}

/** Programs and addresses that lend the assistant more tools (MCP). Each is confirmed by the writer before its first use. */
export function ToolServers() {
  const { t } = useWords();
  const servers = useToolServers((state) => state.servers);
  const failure = useToolServers((state) => state.failure);
  const draft = useToolServers((state) => state.draft);
  const { load, edit } = useToolServers.getState();
  useEffect(() => {
    void load();
    return on('mcp:changed', () => void load());
  }, [load]);
  return (
    <section className="tools-part" aria-label={t('settings:tools.servers.title')}>
      <h3 className="tools-head">{t('settings:tools.servers.title')}</h3>
      {failure !== null && <FailureBlock error={failure} onRetry={() => void load()} />}
      {servers !== null && <ServerList servers={servers} />}
      {servers?.length === 0 && draft === null && (
        <p className="ui-quiet">{t('settings:tools.servers.none')}</p>
      )}
      {draft === null ? (
        <div className="tools-add">
          <Button onPress={() => edit(emptyServer)}>
            <Plus size={14} aria-hidden />
            {t('settings:tools.servers.add')}
          </Button>
        </div>
      ) : (
        <ToolServerForm draft={draft} />
      )}
    </section>
  );
}
