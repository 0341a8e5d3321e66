import { openDialog } from '#renderer/app/dialogs.ts';
import { focusPage } from '#renderer/app/page-focus.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button } from '#renderer/ui/index.ts';
import { LocalServers } from './local-servers.tsx';
import { useModels } from './store.ts';
import './models.css';

/** Stands in for the assistant while no model is connected: three lines, one action. */
export function ConnectFirst() {
  const { t } = useWords();
  const keyStorage = useModels((state) => state.keyStorage);
  const open = () => openDialog('models');
  return (
    <div className="connect-first">
      <h2 className="connect-title">{t('models:first.title')}</h2>
      <ol className="connect-lines">
        <li>{t('models:first.one')}</li>
        <li>{t('models:first.two')}</li>
        <li>{t(`models:first.three.${keyStorage}`)}</li>
      </ol>
      <div className="connect-actions">
        <Button variant="primary" onPress={open}>
          {t('models:first.connect')}
        </Button>
        <Button variant="quiet" onPress={focusPage}>
          {t('models:first.later')}
        </Button>
      </div>
      <div className="connect-local">
        <LocalServers onChoose={open} />
      </div>
    </div>
  );
}
