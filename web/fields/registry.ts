// All field types that the pages know, one line each. Nothing else decides by the type of a field how a value looks.
import { aid, atid, priority } from './automatic/ids.tsx'
import { burndown, burnup } from './automatic/burns.tsx'
import { cross } from './automatic/cross.tsx'
import { lud, subon } from './automatic/dates.tsx'
import { luby, subby } from './automatic/people.tsx'
import type { FieldView } from './field-view.ts'
import { cb } from './lists/cb.ts'
import { msb } from './lists/msb.ts'
import { rb } from './lists/rb.ts'
import { sb } from './lists/sb.ts'
import { tbl } from './lists/tbl.tsx'
import { artLink } from './types/art_link.tsx'
import { computed } from './types/computed.tsx'
import { date } from './types/date.tsx'
import { encrypted } from './types/encrypted.tsx'
import { file } from './types/file.tsx'
import { float } from './types/float.ts'
import { int } from './types/int.ts'
import { perm } from './types/perm.tsx'
import { string } from './types/string.tsx'
import { text } from './types/text.tsx'
import { ttmstepdef } from './types/ttmstepdef.tsx'
import { ttmstepexec } from './types/ttmstepexec.tsx'
import { unknown } from './unknown.tsx'

const views: ReadonlyMap<string, FieldView> = new Map(
  [
    string,
    text,
    int,
    float,
    date,
    sb,
    rb,
    msb,
    cb,
    tbl,
    file,
    artLink,
    perm,
    computed,
    ttmstepdef,
    ttmstepexec,
    encrypted,
    aid,
    atid,
    priority,
    subby,
    luby,
    subon,
    lud,
    cross,
    burndown,
    burnup,
  ].map(view => [view.type, view]),
)

export const viewOf = (type: string): FieldView => views.get(type) ?? unknown
