import { openDialog } from '#renderer/app/dialogs.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { isLocal } from './services.ts';
import { hasNoModel, selectedModel, useModels } from './store.ts';
import './models.css';

/** In the status bar: which model would be asked. */
export function ModelStatus() {
  const { t } = useWords();
  const model = useModels(selectedModel);
  const none = useModels(hasNoModel);
  if (model === null && !none) return null;
  const words =
    model === null
      ? t('app:status.noModel')
      : t(isLocal(model.baseUrl) ? 'models:status.local' : 'models:status.online', {
          model: model.model,
        });
  return (
    <button
      type="button"
      className="status-model"
      title={t('models:title')}
      onClick={() => openDialog('models')}
    >
      {words}
    </button>
  );
}
