import type { Language } from '#shared/domain/identifiers.ts';

/** What the desktop itself says: its menu and its few message boxes. */
export type Words = {
  file: string;
  openFolder: string;
  palette: string;
  settings: string;
  close: string;
  quit: string;
  edit: string;
  undo: string;
  redo: string;
  cut: string;
  copy: string;
  paste: string;
  selectAll: string;
  view: string;
  zoomIn: string;
  zoomOut: string;
  resetZoom: string;
  fullScreen: string;
  developer: string;
  cannotStart: string;
  pageFailed: string;
  pageFailedTwice: string;
};

export const wordsOf: Record<Language, Words> = {
  en: {
    file: 'File',
    openFolder: 'Open Folder…',
    palette: 'Commands…',
    settings: 'Settings…',
    close: 'Close Window',
    quit: 'Quit Fabula',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    view: 'View',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    resetZoom: 'Actual Size',
    fullScreen: 'Full Screen',
    developer: 'Developer Tools',
    cannotStart: 'Fabula could not start',
    pageFailed: 'The window had failed and was loaded again. What was saved is safe.',
    pageFailedTwice: 'The window failed again and is being closed. What was saved is safe.',
  },
  'zh-CN': {
    file: '文件',
    openFolder: '打开文件夹…',
    palette: '命令…',
    settings: '设置…',
    close: '关闭窗口',
    quit: '退出 Fabula',
    edit: '编辑',
    undo: '撤销',
    redo: '重做',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    selectAll: '全选',
    view: '显示',
    zoomIn: '放大',
    zoomOut: '缩小',
    resetZoom: '实际大小',
    fullScreen: '全屏',
    developer: '开发者工具',
    cannotStart: 'Fabula 未能启动',
    pageFailed: '刚才窗口出了故障，已经重新载入。存下的文字都在。',
    pageFailedTwice: '窗口再次出了故障，即将关闭。存下的文字都在。',
  },
};
