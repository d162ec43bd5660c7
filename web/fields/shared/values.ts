// The values of the API by type of field.
import type { components } from '../../../client/index.ts'

type Schemas = components['schemas']
export type StringValue = Schemas['ValueOfAFieldOfTypeString']
export type TextValue = Schemas['ValueOfAFieldOfTypeText']
export type IntValue = Schemas['ValueOfAFieldOfTypeInt']
export type FloatValue = Schemas['ValueOfAFieldOfTypeFloat']
export type DateValue = Schemas['ValueOfAFieldOfTypeDate']
export type ListValue =
  | Schemas['ValueOfAFieldOfTypeSb']
  | Schemas['ValueOfAFieldOfTypeRb']
  | Schemas['ValueOfAFieldOfTypeMsb']
  | Schemas['ValueOfAFieldOfTypeCb']
export type OpenListValue = Schemas['ValueOfAFieldOfTypeTbl']
export type FileValue = Schemas['ValueOfAFieldOfTypeFile']
export type LinkValue = Schemas['ValueOfAFieldOfTypeArt_link']
export type PermissionValue = Schemas['ValueOfAFieldOfTypePerm']
export type ComputedValue = Schemas['ValueOfAFieldOfTypeComputed']
export type StepsValue = Schemas['ValueOfAFieldOfTypeTtmstepdef']
export type CrossValue = Schemas['ValueOfAFieldOfTypeCross']
export type BurndownValue = Schemas['ValueOfAFieldOfTypeBurndown']
export type BurnupValue = Schemas['ValueOfAFieldOfTypeBurnup']
export type PersonValue = Schemas['ValueOfAFieldOfTypeSubby']
export type EncryptedValue = Schemas['ValueOfAFieldOfTypeEncrypted']
export type NumberOfPlatform =
  Schemas['ValueOfAFieldOfTypeAid'] | Schemas['ValueOfAFieldOfTypeAtid'] | Schemas['ValueOfAFieldOfTypePriority']
export type DateOfPlatform = Schemas['ValueOfAFieldOfTypeLud'] | Schemas['ValueOfAFieldOfTypeSubon']
