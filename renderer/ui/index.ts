/**
 * The kit. Stateless: words come in as props, translated by the caller. Look in `styles/` for the classes
 * `ui-lead` (the one plain sentence), `ui-quiet`, `ui-mono`, `ui-hidden`.
 */
export { Asking } from './asking.tsx';
export { Button, LinkButton } from './button.tsx';
export { ComboBox } from './combo-box.tsx';
export { Dialog, ToldInDialogs } from './dialog.tsx';
export { FailureBlock } from './failure.tsx';
export { IconButton } from './icon-button.tsx';
export { Kbd } from './kbd.tsx';
export { type LayerTokens, sharedScale } from './bar-geometry.ts';
export { LayerBadge, LayerBar, layerLetters } from './layer.tsx';
export { List } from './list.tsx';
export { ListFilter } from './list-filter.tsx';
export { Loaded, Waiting } from './loaded.tsx';
export { CheckMenu, Menu, MenuAt, type MenuEntry } from './menu.tsx';
export { GroupHead, TwoLineRow } from './rows.tsx';
export { Screen, useFocusFromOpening } from './screen.tsx';
export { ScreenHead } from './screen-head.tsx';
export { Segmented } from './segmented.tsx';
export { Select } from './select.tsx';
export { EmptyState, ErrorBlock, Notice, PointList, Progress } from './states.tsx';
export { Switch } from './switch.tsx';
export { Tabs } from './tabs.tsx';
export { TextArea } from './text-area.tsx';
export { TextField } from './text-field.tsx';
export { isTooLong } from './too-long.ts';
export { Tooltip } from './tooltip.tsx';
export { VirtualList } from './virtual-list.tsx';
export { GridRows, useRowsOnScreen, VirtualRows } from './virtual-rows.tsx';
