/** What the hosts themselves say, from the interface's own words: the desktop's menu and boxes, the report of `fabula inspect`. */
import en from '#renderer/i18n/en/hosts.json' with { type: 'json' };
import enExpectations from '#renderer/i18n/en/expectations.json' with { type: 'json' };
import enLayers from '#renderer/i18n/en/inspect.json' with { type: 'json' };
import zh from '#renderer/i18n/zh-CN/hosts.json' with { type: 'json' };
import zhExpectations from '#renderer/i18n/zh-CN/expectations.json' with { type: 'json' };
import zhLayers from '#renderer/i18n/zh-CN/inspect.json' with { type: 'json' };
import type { Decision, ItemSource, Reason } from '#shared/domain/assembly.ts';
import type { LayerName } from '#shared/domain/budget.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';

/** What the desktop itself says: its menu and its few message boxes. */
export type DesktopWords = (typeof en)['desktop'];

/** What `fabula inspect` says: every layer, decision, source and reason has its word. */
export type InspectionWords = (typeof en)['inspection'] & {
  layer: Record<LayerName, string>;
  decision: Record<Decision, string>;
  source: Record<ItemSource, string>;
  reason: Record<Reason, string>;
};

/** What `fabula test` says: the words of the desk, as far as a terminal needs them. */
export type ExpectationWords = Pick<
  typeof enExpectations,
  'expect' | 'where' | 'item' | 'outcome' | 'reasons' | 'facts' | 'causes' | 'terminal'
>;

type HostWords = {
  desktop: DesktopWords;
  inspection: InspectionWords;
  expectations: ExpectationWords;
};

type Files = {
  hosts: typeof en;
  layers: Record<LayerName, string>;
  expectations: ExpectationWords;
};

const wordsFrom = ({ hosts, layers, expectations }: Files): HostWords => ({
  desktop: hosts.desktop,
  inspection: { ...hosts.inspection, layer: layers, reason: expectations.reasons },
  expectations,
});

export const wordsOf: Readonly<Record<InterfaceLanguage, HostWords>> = {
  en: wordsFrom({ hosts: en, layers: enLayers.layers, expectations: enExpectations }),
  'zh-CN': wordsFrom({ hosts: zh, layers: zhLayers.layers, expectations: zhExpectations }),
};
