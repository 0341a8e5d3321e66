/** The hundred commonest surnames, as they stand before a given name or behind 老 and 小. */
export const surnames: ReadonlySet<string> = new Set(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林郑谢罗梁宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤甄邢尤柳史花' +
    '張劉陳楊黃趙吳孫馬鄭謝羅許韓馮鄧蕭蔣葉蘇呂盧鐘譚陸賈韋鄒邱閻龍賀顧龔萬錢嚴湯',
);
