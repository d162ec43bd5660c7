import { fieldTypeContract } from '../../../test/field-type-contract.ts'
import { listSamplesByBind } from '../../../test/list-samples.ts'
import { msb } from './types/lists/msb.ts'
import { sb } from './types/lists/sb.ts'
import { tbl } from './types/lists/tbl.ts'

for (const sample of Object.values(listSamplesByBind.single)) fieldTypeContract(sb, sample)
for (const sample of Object.values(listSamplesByBind.multiple)) fieldTypeContract(msb, sample)
for (const sample of Object.values(listSamplesByBind.open)) fieldTypeContract(tbl, sample)
