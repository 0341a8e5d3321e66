export { ConnectFirst } from './connect-first.tsx';
export { useModelsFollowing } from './live.ts';
export { ModelSettingsButton } from './settings-button.tsx';
export { ModelStatus } from './model-status.tsx';
export { ModelsKnown } from './models-known.tsx';
export { ModelsDialog } from './models-dialog.tsx';
export { hasNoModel, selectedModel, useModels } from './store.ts';
