import type { Output } from '#shared/contract/index.ts';
import { Language } from '#shared/domain/identifiers.ts';
import { type InterfaceLanguage, languageOfLocale } from '#shared/domain/interface-language.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { call } from '#renderer/rpc/index.ts';
import { receiveNotice } from './host-notices.ts';
import { useHost } from './host.ts';
import { RememberedLayout, useLayout } from './layout.ts';
import { usePreferences } from './preferences.ts';

/** A page in a browser speaks as the browser does: the machine that serves it may be another one. */
const machineLanguage = ({
  host,
  systemLanguage,
}: Output<'host:capabilities'>): InterfaceLanguage =>
  host === 'web' ? languageOfLocale(navigator.language) : systemLanguage;

/** Asks the host what it is and what the writer's settings are. */
export async function loadPreferences(): Promise<void> {
  const [capabilities, settings] = await Promise.all([
    call('host:capabilities', {}),
    call('settings:get', {}),
  ]);
  useHost.setState({ capabilities });
  for (const notice of capabilities.notices) receiveNotice(notice);
  usePreferences.setState({ settings, systemLanguage: machineLanguage(capabilities) });
  const remembered = RememberedLayout.safeParse(settings.layout.desk);
  if (remembered.success) useLayout.getState().restore(remembered.data);
}

/**
 * The project to begin with: the one the address names (`?sample=zh-CN`, `?project=<id>`), else the last one
 * that is still there; null leads to the welcome page.
 * @throws RpcError when that project cannot be opened
 */
export async function firstProject(address: URLSearchParams): Promise<ProjectInfo | null> {
  const sample = Language.safeParse(address.get('sample'));
  if (sample.success) return call('projects:openSample', { language: sample.data });
  const { items } = await call('projects:list', {});
  const wanted = address.get('project');
  const present = items.filter((item) => item.present);
  const recent = present.toSorted((a, b) => b.openedAt - a.openedAt)[0];
  const chosen = wanted === null ? recent : present.find((item) => item.projectId === wanted);
  return chosen === undefined ? null : call('projects:open', { path: chosen.path });
}
