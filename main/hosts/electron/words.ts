import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';

/** What the desktop itself says: its menu and its few message boxes. */
export type Words = {
  file: string;
  openFolder: string;
  importText: string;
  exportBook: string;
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
  cannotGoOn: string;
  savedIsSafe: string;
  dataFolderUnwritable: string;
  dataFolderFull: string;
  pageFailed: string;
  pageFailedTwice: string;
};

export const wordsOf: Record<InterfaceLanguage, Words> = {
  en: {
    file: 'File',
    openFolder: 'Open Folder…',
    importText: 'Import…',
    exportBook: 'Export…',
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
    cannotGoOn: 'Fabula has to stop',
    savedIsSafe:
      'Something unexpected happened. What you wrote was saved and the data backed up; start Fabula again to go on.',
    dataFolderUnwritable:
      'The data folder cannot be written to. Check its permissions, or start Fabula with another one. The manuscript is not affected.',
    dataFolderFull:
      'The disk of the data folder is full. Make some room, then start Fabula again. The manuscript is not affected.',
    pageFailed: 'The window had failed and was loaded again. What was saved is safe.',
    pageFailedTwice: 'The window failed again and is being closed. What was saved is safe.',
  },
  'zh-CN': {
    file: '文件',
    openFolder: '打开文件夹…',
    importText: '导入…',
    exportBook: '导出…',
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
    cannotGoOn: 'Fabula 不得不退出',
    savedIsSafe: '程序遇到了意外。写下的文字已经存好，数据也备份了；重开 Fabula 就能接着写。',
    dataFolderUnwritable:
      '写不进数据文件夹。请检查它的权限，或者换一个数据文件夹再启动。手稿没有受影响。',
    dataFolderFull: '数据文件夹所在的磁盘满了。请腾出空间，再启动 Fabula。手稿没有受影响。',
    pageFailed: '刚才窗口出了故障，已经重新载入。存下的文字都在。',
    pageFailedTwice: '窗口再次出了故障，即将关闭。存下的文字都在。',
  },
};
