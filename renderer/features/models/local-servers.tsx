import { useEffect } from 'react';
import type { LocalServer } from '#shared/contract/ai.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, FailureBlock, LinkButton } from '#renderer/ui/index.ts';
import { draftOfServer } from './draft.ts';
import { useModels } from './store.ts';

/** Offered at once; a server with more is served by the form. */
const maxShown = 6;

function Server({ server, onChoose }: { server: LocalServer; onChoose: () => void }) {
  const { t } = useWords();
  const { edit } = useModels.getState();
  const choose = (model: string) => {
    edit(draftOfServer(server, model));
    onChoose();
  };
  return (
    <li className="model-server">
      <span className="model-name">{server.name}</span>
      {server.models.length === 0 && <span className="ui-quiet">{t('models:local.noModels')}</span>}
      <span className="model-choices">
        {server.models.slice(0, maxShown).map((model) => (
          <Button key={model} size="small" onPress={() => choose(model)}>
            {model}
          </Button>
        ))}
        {server.models.length > maxShown && (
          <LinkButton onPress={() => choose('')}>
            {t('models:local.others', { count: server.models.length - maxShown })}
          </LinkButton>
        )}
      </span>
    </li>
  );
}

/** What runs on this machine, looked for when this is first shown and whenever the writer asks. */
export function LocalServers({ onChoose = () => undefined }: { onChoose?: () => void }) {
  const { t } = useWords();
  const servers = useModels((state) => state.servers);
  const searching = useModels((state) => state.searching);
  const failure = useModels((state) => state.searchFailure);
  const { discover } = useModels.getState();
  useEffect(() => {
    if (useModels.getState().servers === null) void useModels.getState().discover();
  }, []);
  const words = () => {
    if (searching || servers === null) return t('models:local.searching');
    if (servers.length === 0) return t('models:local.none');
    return t('models:local.found', { count: servers.length });
  };
  if (failure !== null) return <FailureBlock error={failure} onRetry={() => void discover()} />;
  return (
    <div className="model-local">
      <p className="ui-quiet" role="status">
        {words()}
      </p>
      {!searching && (
        <LinkButton onPress={() => void discover()}>{t('models:local.again')}</LinkButton>
      )}
      {servers !== null && servers.length > 0 && (
        <ul>
          {servers.map((server) => (
            <Server key={server.baseUrl} server={server} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </div>
  );
}
