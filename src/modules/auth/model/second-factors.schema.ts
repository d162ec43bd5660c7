import { Type, type Static } from 'typebox'
import { Id, IsoDate, Nullable, Password } from '../../../platform/http/schemas/schema.ts'

const MAX_NAME = 80

/** A code of an authenticator app or a recovery code, as people type it: blanks and hyphens do not count. */
const code = (description: string) => Type.String({ minLength: 1, maxLength: 40, description })

const SecondFactor = Type.Object(
  {
    id: Id('Id of the second factor.'),
    name: Type.String({ description: 'Name that its owner gave it.' }),
    created_on: IsoDate('When it was set up.'),
    last_used_on: Nullable(IsoDate('Last sign-in with it.'), { description: 'Null: never used to sign in.' }),
  },
  { description: 'An authenticator app.' },
)

export const SecondFactors = Type.Object(
  {
    factors: Type.Array(SecondFactor, { description: 'By id.' }),
    recovery_codes_left: Type.Integer({ description: 'Recovery codes that were not used.' }),
  },
  { $id: 'SecondFactors', description: 'Second factors of the account.' },
)
export type SecondFactorsRepresentation = Static<typeof SecondFactors>

export const NewSecondFactorBody = Type.Object(
  {
    name: Type.String({
      maxLength: MAX_NAME,
      pattern: '\\S',
      description: 'Name by which the owner tells it from others.',
    }),
    current_password: Password('Password of the account.'),
  },
  { description: 'An authenticator app to set up.' },
)

export const NewSecondFactor = Type.Object(
  {
    id: Id('Id of the second factor.'),
    secret: Type.String({ description: 'The secret in base32, for apps without a camera. It is shown only here.' }),
    uri: Type.String({ description: 'The same as an `otpauth://` address, for a QR code.' }),
  },
  { $id: 'NewSecondFactor', description: 'A second factor that counts when a code of it is confirmed.' },
)
export type NewSecondFactorRepresentation = Static<typeof NewSecondFactor>

export const ConfirmationBody = Type.Object(
  { code: code('A code of the app that is set up.') },
  { description: 'Shows that the app works.' },
)

export const FactorCodeBody = Type.Object(
  { code: code('A code of an authenticator app of the account, or a recovery code.') },
  { description: 'Shows that the owner asks.' },
)

export const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String({ description: 'A code.' }), {
      description: 'Each replaces a second factor once. They are shown only here; empty: the account has its codes.',
    }),
  },
  { $id: 'RecoveryCodes', description: 'Recovery codes of the account.' },
)
