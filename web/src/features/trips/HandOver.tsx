// Where the goods of an order are handed over: its stops on the trips that are under way.
import { useParams } from 'react-router'
import { HandOverOf } from './HandOverOf'

export default function HandOver() {
  const { orderid } = useParams()
  return orderid ? <HandOverOf key={orderid} order={orderid} /> : null
}
