// A certificate for the servers of a test on this machine, made for each run: no private key lies in the repository.
import { generateKeyPairSync, sign } from 'node:crypto'

/** One value in DER: tag, length, content. */
const der = (tag: number, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, Math.floor(length / 0x100), length % 0x100]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const octets = (content: Buffer): Buffer => der(0x04, content)

const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'))
const COMMON_NAME = '550403'
const ALTERNATIVE_NAMES = '551d11'
const BASIC_CONSTRAINTS = '551d13'

/** Signed by itself, for `localhost` and 127.0.0.1, for a day to each side. */
export const makeLocalhostCertificate = (): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(identifier(COMMON_NAME), der(0x0c, Buffer.from('localhost')))))
  const dayFromNow = (days: number): Buffer => {
    const digits = new Date(Date.now() + days * 86_400_000).toISOString().replace(/\D/g, '')
    return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
  }
  const alternatives = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
  const extensions = sequence(
    sequence(identifier(ALTERNATIVE_NAMES), octets(alternatives)),
    sequence(identifier(BASIC_CONSTRAINTS), octets(sequence(der(0x01, Buffer.from([0xff]))))),
  )
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(dayFromNow(-1), dayFromNow(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const lines = sequence(content, ECDSA_WITH_SHA256, signature).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}
