/** English words the reports know: data. */

const list = (words: string): string[] => words.trim().split(/\s+/);
const lines = (words: string): string[] => words.trim().split(/\s*\n\s*/);

/** Words that every text is full of: no choice of the writer's. */
export const functionWords = list(`
a about above after again against ago all almost along already also although always am among an and another any anyone anything are aren't
around as at away back be became because become been before began behind being below beside between both but by came can can't cannot come
could couldn't did didn't do does doesn't doing don't done down during each either else enough even ever every everyone everything except
few first for from gave get give go goes going gone good got had hadn't has hasn't have haven't having he he'd he'll he's her here hers
herself him himself his how however i i'd i'll i'm i've if in indeed instead into is isn't it it's its itself just keep knew know known last
least less let let's like little long look made make many may me might mine miss more most mr mrs ms much must my myself near never next
no nobody none nor not nothing now of off often oh on once one only onto or other others our ours out over own perhaps put quite rather
said same saw say says see seem seen shall she she'd she'll she's should shouldn't since so some someone something soon still such take
taken tell than that that's the their them themselves then there there's therefore these they they'd they'll they're thing things think
this those though thought through till to together told too took toward towards two under until up upon us very want was wasn't way we we'd
we'll we're we've well went were weren't what when where whether which while who whole whom whose why will with within without won't would
wouldn't yes yet you you'd you'll you're you've your yours yourself dr sir
`);

/** Words and turns that writers fall back on without noticing, beside adverbs. */
export const habitPhrases = lines(`
could feel
could hear
could see
began to
started to
seemed to
managed to
tried to
a bit
a little bit
in order to
for a moment
at that moment
all of a sudden
let out a breath
released a breath
shook his head
shook her head
nodded his head
nodded her head
rolled his eyes
rolled her eyes
raised an eyebrow
shrugged his shoulders
shrugged her shoulders
couldn't help but
the fact that
very
just
quite
somewhat
almost
perhaps
maybe
`);

/** Hedges only where they stand so: a very good kind of woman is no hedge, nor is what one would rather do. */
export const hedges = `(?<=(?:^|[^\\p{L}])(?:am|is|was|are|were|be|been|[a-z]+['’](?:m|s|re)|i|you|he|she|it|we|they|just|feels?|felt|looks?|looked|seems?|seemed)\\s)(?:kind|sort) of(?!\\s+(?:a|an|the|this|that|these|those|person|man|woman|thing)\\b)|(?<!(?:had|would|much|['’]d)\\s)rather(?!\\s+than\\b)`;

/** Words in -ly that are no adverbs of manner, or whose adverb nobody means to strike out. */
export const plainLyWords = new Set(
  list(`only family early reply apply imply rely supply multiply comply july italy ugly lovely lonely friendly likely unlikely holy belly jelly
bully ally silly fly folly jolly hilly chilly daily weekly monthly yearly elderly orderly cowardly heavenly homely lively lily sly
assembly anomaly butterfly dragonfly wobbly curly burly surly gravelly melancholy monopoly costly deadly ghastly ghostly saintly worldly
womanly manly motherly fatherly brotherly sisterly scholarly sickly stately timely unruly wily wooly woolly wrinkly prickly ply rally tally
dally doily trolley molly polly sally billy willy emily kelly holly nelly beverly kimberly`),
);

/** How it is written by mistake, and how it should read. */
export const misspellings: readonly (readonly [wrong: string, right: string])[] = lines(`
could of=could have
would of=would have
should of=should have
must of=must have
might of=might have
alot=a lot
your welcome=you're welcome
sneak peak=sneak peek
baited breath=bated breath
all of the sudden=all of a sudden
deep seeded=deep-seated
free reign=free rein
wreck havoc=wreak havoc
mute point=moot point
one in the same=one and the same
for all intensive purposes=for all intents and purposes
peaked my interest=piqued my interest
peaked her interest=piqued her interest
peaked his interest=piqued his interest
definately=definitely
definitly=definitely
seperate=separate
seperated=separated
seperately=separately
recieve=receive
recieved=received
beleive=believe
beleived=believed
wierd=weird
untill=until
tommorow=tomorrow
tommorrow=tomorrow
occured=occurred
begining=beginning
truely=truly
arguement=argument
acheive=achieve
accross=across
apparantly=apparently
cemetary=cemetery
concious=conscious
conciousness=consciousness
unconcious=unconscious
dissapear=disappear
dissapeared=disappeared
dissapoint=disappoint
dissapointed=disappointed
embarass=embarrass
embarassed=embarrassed
existance=existence
foriegn=foreign
goverment=government
gaurd=guard
happend=happened
immediatly=immediately
independant=independent
knowlege=knowledge
maintainance=maintenance
neccessary=necessary
noticable=noticeable
occassion=occasion
occassionally=occasionally
posession=possession
prefered=preferred
privelege=privilege
probaly=probably
realy=really
refered=referred
rythm=rhythm
suprise=surprise
suprised=surprised
supprised=surprised
tendancy=tendency
threshhold=threshold
tounge=tongue
wich=which
whereever=wherever
writting=writing
thier=their
teh=the
adn=and
hte=the
peice=piece
freind=friend
greatful=grateful
shoudl=should
woudl=would
didnt=didn't
doesnt=doesn't
couldnt=couldn't
wouldnt=wouldn't
shouldnt=shouldn't
`).map((pair): readonly [string, string] => {
  const [wrong = '', right = ''] = pair.split('=');
  return [wrong, right];
});

/** A word typed twice, apart from those that may stand so. */
export const repeatedWords =
  /(?<![\p{L}'’-])(?!(?:had|that|her|is|no|very|so|ha|now|there|well|long|bye|knock|tut|hear|come|oh|ah)\b)(\p{L}{2,})[ \n]\1(?![\p{L}'’-])/giu;
